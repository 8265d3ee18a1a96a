'use strict'
const study = JSON.parse(document.getElementById('study').textContent)
const {positions, columns, game} = study
const [width, height] = game.size
const last = positions.length - 1
let at = 0
// The candidate whose line is shown on the board, or nothing.
let shownLine = null

const byId = id => document.getElementById(id)
const percent = share => (share * 100).toFixed(1) + ' %'
const signed = points => (points > 0 ? '+' : '') + (Math.abs(points) < 0.05 ? '0.0' : points.toFixed(1))
const player = color => (color === 'b' ? 'Black' : 'White')
const other = color => (color === 'b' ? 'w' : 'b')
const ofMover = (color, share) => (color === 'b' ? share : 1 - share)
const isBad = position => position.loss && position.loss.grade

/** Makes an SVG element; text is set as text, never as markup. */
function svg(parent, name, attributes = {}, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  if (text !== undefined) element.textContent = text
  parent.appendChild(element)
  return element
}

function html(parent, name, text, className) {
  const element = document.createElement(name)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  parent.appendChild(element)
  return element
}

/** Column and row from the top left of a vertex, or nothing for a pass. */
function place(vertex) {
  const column = columns.indexOf(vertex[0])
  const row = height - Number(vertex.slice(1))
  return vertex === 'pass' || column < 0 ? null : [column, row]
}

function starPoints() {
  const lines = n => (n < 7 ? [] : n < 13 ? [2, n - 3] : n % 2 ? [3, (n - 1) / 2, n - 4] : [3, n - 4])
  const points = []
  for (const x of lines(width)) for (const y of lines(height)) points.push([x, y])
  if (width % 2 && height % 2 && width > 6 && width < 13 && height > 6 && height < 13) {
    points.push([(width - 1) / 2, (height - 1) / 2])
  }
  return points
}

function drawBoard() {
  const board = byId('board')
  const position = positions[at]
  const next = positions[at + 1]
  board.textContent = ''
  board.setAttribute('viewBox', `-1.3 -1.3 ${width + 1.6} ${height + 1.6}`)
  svg(board, 'rect', {x: -0.7, y: -0.7, width: width + 0.4, height: height + 0.4, rx: 0.1, fill: 'var(--wood)'})
  for (let x = 0; x < width; x++) {
    svg(board, 'line', {x1: x, y1: 0, x2: x, y2: height - 1, stroke: 'var(--grid)', 'stroke-width': 0.035})
    svg(board, 'text', {x, y: -0.82, 'font-size': 0.34, 'text-anchor': 'middle', fill: 'var(--faint)'}, columns[x])
  }
  for (let y = 0; y < height; y++) {
    svg(board, 'line', {x1: 0, y1: y, x2: width - 1, y2: y, stroke: 'var(--grid)', 'stroke-width': 0.035})
    const attributes = {x: -0.85, y: y + 0.12, 'font-size': 0.34, 'text-anchor': 'end', fill: 'var(--faint)'}
    svg(board, 'text', attributes, height - y)
  }
  for (const [x, y] of starPoints()) svg(board, 'circle', {cx: x, cy: y, r: 0.11, fill: 'var(--grid)'})
  const stone = (x, y, color, opacity = 1) => {
    const fill = color === 'b' ? '#161616' : '#f8f8f6'
    return svg(board, 'circle', {cx: x, cy: y, r: 0.47, fill, stroke: '#333', 'stroke-width': 0.03, opacity})
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const symbol = position.board[y * width + x]
      if (symbol !== '.') stone(x, y, symbol).setAttribute('class', 'stone-' + symbol)
    }
  }
  if (byId('show-ownership').checked) drawOwnership(board, position)
  const here = position.vertex && place(position.vertex)
  if (here) {
    const stroke = position.color === 'b' ? '#fff' : '#111'
    svg(board, 'circle', {cx: here[0], cy: here[1], r: 0.22, fill: 'none', stroke, 'stroke-width': 0.07})
  }
  if (shownLine !== null && position.candidates[shownLine]) {
    drawLine(board, stone, position)
  } else {
    if (byId('show-candidates').checked) drawCandidates(board, position)
    const there = next && next.vertex && place(next.vertex)
    if (there) {
      const stroke = isBad(next) ? `var(--${next.loss.grade})` : next.color === 'b' ? '#111' : '#fff'
      const title = `played: ${player(next.color)} ${next.vertex}`
      const ring = {cx: there[0], cy: there[1], r: 0.5, fill: 'none', stroke, 'stroke-width': 0.09, class: 'next'}
      svg(svg(board, 'circle', ring), 'title', {}, title)
    }
  }
}

function drawOwnership(board, position) {
  for (let index = 0; index < position.ownership.length; index++) {
    const owner = (position.ownership.charCodeAt(index) - 107) / 10
    // A stone's own color says whose the point is, unless the stone is dead.
    if (Math.abs(owner) < 0.1 || position.board[index] === (owner > 0 ? 'b' : 'w')) continue
    const side = 0.5 * Math.sqrt(Math.abs(owner))
    const [x, y] = [index % width, Math.floor(index / width)]
    svg(board, 'rect', {
      x: x - side / 2, y: y - side / 2, width: side, height: side, class: 'owner',
      fill: owner > 0 ? '#000' : '#fff', stroke: owner > 0 ? '#fff' : '#000', 'stroke-width': 0.02, opacity: 0.75
    })
  }
}

function drawCandidates(board, position) {
  const most = Math.max(1, ...position.candidates.map(candidate => candidate.visits))
  position.candidates.forEach((candidate, index) => {
    const spot = place(candidate.vertex)
    if (!spot || (index > 0 && candidate.visits < most / 50)) return
    const opacity = 0.45 + 0.5 * Math.sqrt(candidate.visits / most)
    const group = svg(board, 'g', {class: 'candidate', style: 'cursor:pointer'})
    const fill = index === 0 ? 'var(--best)' : 'var(--other)'
    svg(group, 'circle', {cx: spot[0], cy: spot[1], r: 0.46, fill, opacity})
    const share = (ofMover(position.to_move, candidate.black_winrate) * 100).toFixed(0)
    const label = {x: spot[0], y: spot[1] + 0.06, 'font-size': 0.36, 'text-anchor': 'middle', fill: '#fff', 'font-weight': 600}
    svg(group, 'text', label, share)
    const visits = candidate.visits < 1000 ? candidate.visits : (candidate.visits / 1000).toFixed(1) + 'k'
    svg(group, 'text', {...label, y: spot[1] + 0.32, 'font-size': 0.2, 'font-weight': 400}, visits)
    svg(group, 'title', {}, candidate.pv.join(' '))
    group.addEventListener('mouseenter', () => showLine(index))
    group.addEventListener('click', () => showLine(index))
  })
}

function drawLine(board, stone, position) {
  let color = position.to_move
  const taken = new Set()
  position.candidates[shownLine].pv.slice(0, 12).forEach((vertex, index) => {
    const spot = place(vertex)
    if (spot && !taken.has(vertex)) {
      taken.add(vertex)
      stone(spot[0], spot[1], color, 0.9).setAttribute('class', 'line-stone')
      const fill = color === 'b' ? '#fff' : '#111'
      svg(board, 'text', {x: spot[0], y: spot[1] + 0.16, 'font-size': 0.45, 'text-anchor': 'middle', fill}, index + 1)
    }
    color = other(color)
  })
}

/** Shows a candidate's line on the board; nothing takes it away. */
function showLine(index) {
  if (shownLine === index) return
  shownLine = index
  byId('show-line').checked = index !== null
  drawBoard()
}

const GRAPH = {width: 600, height: 190, left: 34, right: 34, top: 10, bottom: 20}
const across = index => GRAPH.left + (index / Math.max(1, last)) * (GRAPH.width - GRAPH.left - GRAPH.right)
const down = share => GRAPH.top + (1 - share) * (GRAPH.height - GRAPH.top - GRAPH.bottom)

function drawGraph() {
  const graph = byId('graph')
  const {width, height, left, right} = GRAPH
  graph.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg(graph, 'rect', {x: left, y: down(1), width: width - left - right, height: down(0) - down(1), fill: 'var(--white-area)'})
  const curve = positions.map((position, index) => `${across(index).toFixed(1)},${down(position.black_winrate).toFixed(1)}`)
  const area = `${across(0)},${down(0)} ${curve.join(' ')} ${across(last)},${down(0)}`
  svg(graph, 'polygon', {points: area, fill: 'var(--black-area)'})
  svg(graph, 'line', {x1: left, x2: width - right, y1: down(0.5), y2: down(0.5), stroke: '#888', 'stroke-dasharray': '4 3'})
  const most = Math.max(5, ...positions.map(position => Math.abs(position.black_lead)))
  const scale = Math.ceil(most / 5) * 5
  const leads = positions.map((position, index) => `${across(index).toFixed(1)},${down(0.5 + position.black_lead / scale / 2).toFixed(1)}`)
  svg(graph, 'polyline', {points: leads.join(' '), fill: 'none', stroke: 'var(--lead)', 'stroke-width': 1.6})
  const label = (x, y, text, anchor, fill) => svg(graph, 'text', {x, y, 'font-size': 10, 'text-anchor': anchor, fill}, text)
  for (const share of [0, 0.5, 1]) {
    label(left - 4, down(share) + 4, share * 100 + ' %', 'end', 'var(--faint)')
    const lead = (share - 0.5) * 2 * scale
    label(width - right + 4, down(share) + 4, (lead > 0 ? '+' : '') + lead, 'start', 'var(--lead)')
  }
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(step => last / step <= 12) || 5000
  positions.forEach((position, index) => {
    if (position.move % step === 0) label(across(index), height - 6, position.move, 'middle', 'var(--faint)')
    if (!isBad(position)) return
    const [cx, cy, fill] = [across(index), down(position.black_winrate), `var(--${position.loss.grade})`]
    svg(graph, 'circle', {cx, cy, r: 4, fill, stroke: '#fff', 'stroke-width': 0.8, class: 'bad'})
  })
  svg(graph, 'line', {id: 'cursor', y1: down(1), y2: down(0), stroke: 'var(--best)', 'stroke-width': 2})
  const seek = event => {
    const box = graph.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * width
    go(Math.round(((x - left) / (width - left - right)) * last))
  }
  graph.addEventListener('pointerdown', event => {
    graph.setPointerCapture(event.pointerId)
    seek(event)
  })
  graph.addEventListener('pointermove', event => event.buttons && seek(event))
}

function drawFacts() {
  const now = byId('now')
  const position = positions[at]
  now.textContent = ''
  const title = position.vertex ? `${position.move}. ${player(position.color)} ${position.vertex}` : `Move ${position.move}`
  const big = html(now, 'p', title, 'big')
  if (isBad(position)) {
    big.append(' ')
    html(big, 'span', position.loss.grade, 'grade ' + position.loss.grade)
  }
  const visits = position.visits ? `, ${position.visits} visits` : ', counted'
  html(now, 'p', `Black wins ${percent(position.black_winrate)}, lead ${signed(position.black_lead)}${visits}`)
  if (position.better) {
    const {winrate, points} = position.loss
    html(now, 'p', `lost ${percent(winrate)} and ${points.toFixed(1)} points; better ${position.better.pv.slice(0, 8).join(' ')}`)
  } else if (position.loss) {
    html(now, 'p', 'the best move that was found')
  }
  if (!position.candidates.length) return
  const table = html(now, 'table')
  const head = html(table, 'tr')
  for (const text of [`${player(position.to_move)} may play`, 'wins', 'lead', 'visits', 'line']) html(head, 'th', text)
  position.candidates.forEach((candidate, index) => {
    const row = html(table, 'tr')
    row.dataset.candidate = index
    const sign = position.to_move === 'b' ? 1 : -1
    const wins = percent(ofMover(position.to_move, candidate.black_winrate))
    const line = candidate.pv.slice(1, 7).join(' ')
    const cells = [candidate.vertex, wins, signed(candidate.black_lead * sign), candidate.visits, line]
    for (const text of cells) html(row, 'td', text)
    row.addEventListener('mouseenter', () => showLine(index))
    row.addEventListener('mouseleave', () => showLine(null))
  })
}

/** Goes to a position, the nearest one if there is none of this index. */
function go(index) {
  at = Math.max(0, Math.min(last, index))
  shownLine = byId('show-line').checked ? 0 : null
  drawBoard()
  drawFacts()
  byId('slider').value = at
  byId('cursor').setAttribute('x1', across(at))
  byId('cursor').setAttribute('x2', across(at))
  document.body.dataset.at = at
  for (const row of document.querySelectorAll('#moves tr.here')) row.classList.remove('here')
  document.querySelector(`#moves tr[data-at="${at}"]`)?.classList.add('here')
  history.replaceState(null, '', '#' + at)
}

function goToMistake(direction) {
  for (let index = at + direction; index >= 0 && index <= last; index += direction) {
    if (isBad(positions[index])) return go(index)
  }
}

const toggle = id => {
  byId(id).checked = !byId(id).checked
  byId(id).dispatchEvent(new Event('change'))
}
const STEPS = {first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(last)}
const KEYS = {
  Home: STEPS.first, End: STEPS.last, ArrowLeft: STEPS.back, ArrowRight: STEPS.on,
  PageUp: () => go(at - 10), PageDown: () => go(at + 10),
  ArrowUp: () => goToMistake(-1), ArrowDown: () => goToMistake(1),
  c: () => toggle('show-candidates'), o: () => toggle('show-ownership'), ' ': () => toggle('show-line')
}

document.addEventListener('keydown', event => {
  const act = KEYS[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
})
for (const button of document.querySelectorAll('[data-step]')) {
  button.addEventListener('click', () => STEPS[button.dataset.step]())
}
for (const id of ['show-candidates', 'show-ownership']) byId(id).addEventListener('change', drawBoard)
byId('show-line').addEventListener('change', () => {
  shownLine = byId('show-line').checked ? 0 : null
  drawBoard()
})
byId('board').addEventListener('mouseleave', () => showLine(null))
byId('slider').max = last
byId('slider').addEventListener('input', event => go(Number(event.target.value)))
for (const element of document.querySelectorAll('tr[data-at], li[data-at]')) {
  element.addEventListener('click', event => {
    event.preventDefault()
    go(Number(element.dataset.at))
  })
}
addEventListener('hashchange', () => go(Number(location.hash.slice(1)) || 0))
drawGraph()
go(Number(location.hash.slice(1)) || 0)
