// Drives the engine through Sabaki's own controller: start, sync with undo, handicap, analysis, interruption, quit.
//
//   npm install --no-package-lock --prefix tests/sabaki
//   node tests/sabaki/drive.js target/debug/lanke
//
// Exits with 0 when everything was as Sabaki needs it, else with 1 and the reason.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const PATIENCE = 60000

async function main(program) {
  const controller = new Controller(program, ['--config', 'configs/sabaki.toml', '--set', 'threads=1'])
  const tracker = new ControllerStateTracker(controller)
  const stderr = []
  controller.on('stderr', ({content}) => stderr.push(content))
  const stopped = new Promise(resolve => controller.once('stopped', resolve))

  const ask = async (name, ...args) => {
    const {error, content} = await controller.sendCommand({name, args: args.map(String)})
    assert(!error, `${name} ${args.join(' ')}: ${content}`)
    return content
  }
  const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

  controller.start()
  // Sabaki writes these without waiting.
  const [name, version, protocol, commands] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name => ask(name))
  )
  assert.strictEqual(name, 'Lanke')
  assert.match(version, /^\d+\.\d+/)
  assert.strictEqual(protocol, '2')
  const known = commands.split('\n')
  for (const needed of ['play', 'undo', 'set_free_handicap', 'kata-analyze', 'kata-genmove_analyze', 'lz-analyze']) {
    assert(known.includes(needed), `${needed} is not listed`)
  }
  await ask('kata-set-param', 'playouts', 100)
  await ask('set_random_seed', 1)

  // A game, a step back, another branch: the tracker takes moves back instead of replaying where it can.
  const sent = []
  controller.on('command-sent', ({command}) => sent.push(command.name))
  const start = [play('B', 'E5'), play('W', 'pass'), play('B', 'G7')]
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [...start, play('W', 'C3')]})
  assert.strictEqual(await ask('list_stones', 'w'), 'C3')
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [...start, play('W', 'pass')]})
  assert(sent.includes('undo'), 'the tracker did not use undo')
  assert.strictEqual(await ask('list_stones', 'w'), '')
  await tracker.sync({
    komi: 0.5,
    boardsize: [9, 9],
    history: [{name: 'set_free_handicap', args: ['C7', 'G3']}, play('W', 'E5')]
  })
  assert.strictEqual(await ask('list_stones', 'b'), 'G3 C7')
  await tracker.sync({komi: 0.5, boardsize: [7, 5], history: []})
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history: [play('B', 'E5')]})

  // A move, with the tracker following.
  const move = await ask('genmove', 'W')
  assert.match(move, /^([A-HJ][1-9]|pass)$/)
  assert.strictEqual(tracker.state.history.length, 2)

  // Analysis until it is interrupted as Sabaki does it.
  const lines = []
  let enough
  const seen = new Promise(resolve => (enough = resolve))
  const analysis = controller.sendCommand({name: 'kata-analyze', args: ['B', '20']}, ({line}) => {
    if (line.startsWith('info ')) lines.push(line)
    if (lines.length === 2) enough()
  })
  await seen
  assert(controller.busy)
  await ask('protocol_version')
  await analysis
  for (const info of lines[0].split(/\s*info\s+/).slice(1)) {
    assert.match(info, /(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$/, 'the line ends with moves')
    const [, winrate] = info.match(/winrate ([\d.]+) /)
    assert(+winrate >= 0 && +winrate <= 1)
    assert.match(info, /move \S+ .*visits \d+ .*scoreLead -?[\d.]+ /)
  }

  // A move with analysis.
  let played = null
  await controller.sendCommand({name: 'kata-genmove_analyze', args: ['B', '20']}, ({line}) => {
    if (line.startsWith('play ')) played = line.slice(5).trim()
  })
  assert.match(played, /^([A-HJ][1-9]|pass|resign)$/)

  // A komi that is none is refused and changes nothing.
  const refused = await controller.sendCommand({name: 'komi', args: ['NaN']})
  assert(refused.error)

  await controller.stop()
  await stopped
  assert.deepStrictEqual(stderr, [])
  console.log(`Sabaki's controller is content with ${name} ${version}`)
}

setTimeout(() => {
  console.error('no end after a minute')
  process.exit(1)
}, PATIENCE).unref()

main(process.argv[2] || 'target/debug/lanke').catch(error => {
  console.error(error)
  process.exit(1)
})
