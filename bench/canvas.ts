import type { Database as Sqlite } from 'bun:sqlite'
import type { Page } from 'playwright'
import type { StoredFlow } from '../src/shared/flow/read'
import { framesDuring, onPage } from './browser'
import { askers } from './data'
import { type Measure, median, percentile, round } from './figures'

const nodeCount = 200
const edgeCount = 300
const columns = 20
const rounds = 5
const roundMs = 4_000
const flowId = 900_000
/** Longest frame in ms of 95 of 100 frames: 60 frames a second with some room. */
const bar = 20

/** The canvas of a flow with 200 nodes and 300 edges in Chromium: frames while a node is dragged and while zooming. */
export const canvas = (data: string): Promise<Measure[]> =>
  onPage(data, populate, async (page, url) => {
    await page.goto(`${url}/flowbuilder/${flowId}`)
    await page.locator('.react-flow__node').first().waitFor()
    const scenes = {
      'all nodes in view, while a node is dragged': dragNode,
      'all nodes in view, while zooming in and out': zoom,
    }
    const measures: Measure[] = []
    for (const [name, scene] of Object.entries(scenes)) {
      const frames: number[][] = []
      for (let n = 0; n <= rounds; n++) {
        await page.getByRole('button', { name: 'Ver tudo' }).click()
        await Bun.sleep(500)
        frames.push(await framesDuring(page, () => scene(page)))
      }
      measures.push(
        ninetyFifth(`canvas with ${nodeCount} nodes and ${edgeCount} edges, ${name}: p95 frame`, frames.slice(1)),
      )
    }
    return measures
  })

function ninetyFifth(name: string, frames: number[][]): Measure {
  const each = frames.map((gaps) => percentile(gaps, 0.95))
  const figure = median(each)
  const measured = each.map((value) => String(round(value))).join(' · ')
  return { name, bar: `< ${bar} ms`, figure, unit: 'ms', met: figure < bar, rounds: measured }
}

/** Drags the card in the middle in circles. */
async function dragNode(page: Page) {
  const box = await page.locator(`.react-flow__node[data-id="n${nodeCount / 2 + columns / 2}"]`).boundingBox()
  if (!box) throw new Error('no card on screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const end = Date.now() + roundMs
  for (let step = 0; Date.now() < end; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 15), y + 100 * (1 - Math.cos(step / 15)))
    await Bun.sleep(8)
  }
  await page.mouse.move(x, y)
  await page.mouse.up()
}

/** Turns the wheel over the middle, eight notches in and eight out. */
async function zoom(page: Page) {
  const box = await page.locator('.react-flow').boundingBox()
  if (!box) throw new Error('no canvas on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const end = Date.now() + roundMs
  for (let step = 0; Date.now() < end; step++) {
    await page.mouse.wheel(0, step % 32 < 16 ? -40 : 40)
    await Bun.sleep(16)
  }
}

function populate(sqlite: Sqlite) {
  sqlite.run("update users set profile = 'admin' where email = ?", [askers[0] as string])
  sqlite.run('update plans set useIntegrations = 1')
  const draft = JSON.stringify(largeFlow())
  const now = new Date().toISOString()
  sqlite
    .query(
      "insert into flows (id, companyId, name, searchText, draft, draftAt) values (?, 1, 'Grande', 'grande', ?, ?)",
    )
    .run(flowId, draft, now)
}

/** Menus, messages and questions in a grid of 20 columns; each menu leads to three nodes of the next columns. */
function largeFlow(): StoredFlow {
  const nodes: StoredFlow['nodes'] = [
    { id: '1', type: 'start', position: { x: -260, y: 0 }, data: { label: 'Inicio do fluxo' } },
  ]
  for (let n = 1; n < nodeCount; n++)
    nodes.push({ id: `n${n}`, position: { x: (n % columns) * 280, y: Math.floor(n / columns) * 220 }, ...contentOf(n) })
  const connections: StoredFlow['connections'] = []
  const connect = (source: string, sourceHandle: string, target: string) => {
    if (connections.length < edgeCount)
      connections.push({ id: `${source}-${sourceHandle}`, source, sourceHandle, target })
  }
  connect('1', 'a', 'n1')
  for (let n = 1; n < nodeCount; n++) {
    const handles = n % 3 === 0 ? ['a1', 'a2', 'a3'] : ['a']
    for (const [at, handle] of handles.entries())
      connect(`n${n}`, handle, `n${((n + 1 + at * columns) % (nodeCount - 1)) + 1}`)
  }
  return { nodes, connections }
}

function contentOf(n: number) {
  const text = `Olá, {{firstName}}! Este é o bloco ${n} de um fluxo grande, com um texto de tamanho comum.`
  if (n % 3 === 0) {
    const arrayOption = [1, 2, 3].map((number) => ({ number, value: `Opção ${number}` }))
    return { type: 'menu', data: { message: text, arrayOption } }
  }
  if (n % 3 === 1) return { type: 'message', data: { label: text } }
  return { type: 'question', data: { typebotIntegration: { message: text, answerKey: `resposta_${n}` } } }
}
