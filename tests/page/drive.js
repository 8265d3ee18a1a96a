// Opens a page of `lanke analyze` in a real headless Chromium and uses it as a person would, keyboard included.
//
//   node tests/page/drive.js target/debug/lanke [SCREENSHOT.png]
//
// CHROMIUM names the browser. Exits with 0 when the page does what it promises, else with 1 and the reason.

const assert = require('assert')
const {execFileSync, spawn} = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')

const PATIENCE = 600000
const RECORD = 'tests/data/score/played-game.sgf'

/** A browser spoken to through a pipe: messages of the DevTools protocol, each ended by a zero byte. */
class Browser {
  constructor(folder) {
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', '--no-first-run']
    const program = process.env.CHROMIUM || 'chromium'
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
    this.process = spawn(program, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {stdio})
    this.waiting = new Map()
    this.events = []
    this.id = 0
    let text = ''
    this.process.stdio[4].setEncoding('utf8').on('data', piece => {
      text += piece
      const messages = text.split('\0')
      text = messages.pop()
      messages.forEach(message => this.hear(JSON.parse(message)))
    })
  }

  hear(message) {
    if (message.id === undefined) return this.events.push(message)
    const {resolve, reject} = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    message.error ? reject(new Error(message.error.message)) : resolve(message.result)
  }

  ask(method, params = {}) {
    const id = ++this.id
    const session = this.session && {sessionId: this.session}
    this.process.stdio[3].write(JSON.stringify({id, method, params, ...session}) + '\0')
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}))
  }

  async open(address) {
    const {targetId} = await this.ask('Target.createTarget', {url: 'about:blank'})
    const {sessionId} = await this.ask('Target.attachToTarget', {targetId, flatten: true})
    this.session = sessionId
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.ask(domain + '.enable')
    const view = {width: 1280, height: 900, deviceScaleFactor: 1, mobile: false}
    await this.ask('Emulation.setDeviceMetricsOverride', view)
    await this.ask('Page.navigate', {url: address})
    while ((await this.value('document.readyState')) !== 'complete') await new Promise(done => setTimeout(done, 50))
  }

  async value(expression) {
    const {result, exceptionDetails} = await this.ask('Runtime.evaluate', {expression, returnByValue: true})
    assert(!exceptionDetails, `${expression}: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }

  async press(key) {
    const text = key.length === 1 ? {text: key} : {}
    await this.ask('Input.dispatchKeyEvent', {type: 'keyDown', key, ...text})
    await this.ask('Input.dispatchKeyEvent', {type: 'keyUp', key})
  }
}

async function use(browser, file, screenshot) {
  await browser.open('file://' + file)
  const at = () => browser.value('Number(document.body.dataset.at)')
  const count = selector => browser.value(`document.querySelectorAll('${selector}').length`)
  const last = await browser.value('positions.length - 1')
  assert(last > 20, `${last} moves`)
  assert.strictEqual(await at(), 0)
  assert.strictEqual(await count('#board .stone-b, #board .stone-w'), 0)

  await browser.press('ArrowRight')
  assert.strictEqual(await at(), 1)
  assert.strictEqual(await count('#board .stone-b'), 1)
  await browser.press('PageDown')
  assert.strictEqual(await at(), 11)
  assert.match(await browser.value('location.hash'), /^#11$/)
  assert(await browser.value('document.getElementById("now").textContent.startsWith("11. Black ")'))
  assert.strictEqual(await count('#moves tr.here[data-at="11"]'), 1)
  await browser.press('ArrowLeft')
  assert.strictEqual(await at(), 10)

  assert((await count('#board .candidate')) > 0, 'candidates are shown')
  await browser.press('c')
  assert.strictEqual(await count('#board .candidate'), 0)
  await browser.press('c')
  assert.strictEqual(await count('#board .owner'), 0)
  await browser.press('o')
  assert((await count('#board .owner')) > 0, 'ownership is shown')
  if (screenshot) {
    await browser.press('End')
    await browser.press('ArrowUp')
    const {data} = await browser.ask('Page.captureScreenshot', {format: 'png'})
    fs.writeFileSync(screenshot, Buffer.from(data, 'base64'))
    await browser.press('Home')
    await browser.press('PageDown')
  }
  await browser.press('o')
  await browser.press(' ')
  assert((await count('#board .line-stone')) > 0, 'the best line is shown')
  await browser.press(' ')
  assert.strictEqual(await count('#board .line-stone'), 0)

  // From mistake to mistake, by key and by the list.
  const bad = await count('#graph .bad')
  await browser.press('Home')
  const seen = []
  for (let before = 0; seen.length <= bad; ) {
    await browser.press('ArrowDown')
    if ((await at()) === before) break
    seen.push((before = await at()))
  }
  assert.strictEqual(seen.length, bad)
  if (bad > 0) {
    await browser.value('document.querySelector("#worst li").click()')
    assert(seen.includes(await at()))
  }
  await browser.press('End')
  assert.strictEqual(await at(), last)
  await browser.press('ArrowRight')
  assert.strictEqual(await at(), last)
  await browser.value('document.querySelector("[data-step=first]").click()')
  assert.strictEqual(await at(), 0)
  const box = await browser.value('(({left, top, width, height}) => [left + width / 2, top + height / 2])(byId("graph").getBoundingClientRect())')
  const mouse = {x: box[0], y: box[1], button: 'left', buttons: 1, clickCount: 1}
  await browser.ask('Input.dispatchMouseEvent', {type: 'mousePressed', ...mouse})
  await browser.ask('Input.dispatchMouseEvent', {type: 'mouseReleased', ...mouse})
  assert(Math.abs((await at()) - last / 2) <= 1, 'a click on the graph goes there')

  const fetched = browser.events.filter(event => event.method === 'Network.requestWillBeSent')
  const addresses = fetched.map(event => event.params.request.url).filter(url => !url.startsWith('file://' + file))
  assert.deepStrictEqual(addresses, [])
  const faults = ['Runtime.exceptionThrown', 'Log.entryAdded']
  assert.deepStrictEqual(browser.events.filter(event => faults.includes(event.method)), [])
  return {last, bad}
}

async function main(program, screenshot) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lanke-page-'))
  const file = path.join(folder, 'game.html')
  execFileSync(program, ['analyze', RECORD, '--visits', '30', '--threads', '1', '--seed', '1', '--out', file])
  const browser = new Browser(path.join(folder, 'profile'))
  const ended = new Promise(resolve => browser.process.once('exit', resolve))
  try {
    const {last, bad} = await use(browser, file, screenshot)
    console.log(`Chromium shows ${last} moves and ${bad} mistakes`)
  } finally {
    browser.process.kill()
    await ended
    fs.rmSync(folder, {recursive: true, force: true, maxRetries: 5})
  }
}

setTimeout(() => {
  console.error('no end after ten minutes')
  process.exit(1)
}, PATIENCE).unref()

main(process.argv[2] || 'target/debug/lanke', process.argv[3]).catch(error => {
  console.error(error)
  process.exitCode = 1
})
