import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { cleanUp, serve, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** docs/operate: alert rules of Prometheus and a dashboard of Grafana, compared with the metrics of a running server. */

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}
interface Panel {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}

const folder = join('docs', 'operate')
const rules = (
  Bun.YAML.parse(await Bun.file(join(folder, 'alerts.yml')).text()) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules)
const { panels }: { panels: Panel[] } = await Bun.file(join(folder, 'dashboard.json')).json()
const watching = await Bun.file(join(folder, 'watching.md')).text()
/** Grafana puts durations in their place. */
const inDashboard = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
)
const expressions = [...rules.map(({ expr }) => expr), ...inDashboard]

/** Names of the metrics of an expression; throws for a text that is no PromQL. */
function metricsOf(expr: string): string[] {
  const names: string[] = []
  parser.parse(expr).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expr}`)
      if (type.name === 'VectorSelector') names.push(/^\w+/.exec(expr.slice(from, to))?.[0] ?? '')
    },
  })
  return names
}

/** Names of the metrics of a server, with those of the parts of histograms, and the labels of each sample. */
async function servedMetrics() {
  const place = {
    BALCAO_BACKUP_URL: `file://${temporaryDirectory()}`,
    BALCAO_BACKUP_PASSPHRASE: 'four long words here',
  }
  const serving = await serve({
    BALCAO_SECURITY_LOG: 'syslog://127.0.0.1:9',
    ...place,
    BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9',
  })
  const text = await (await serving.get('/metrics')).text()
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }))
  return { text, types, log: serving.log() }
}

test('each expression of the alerts and the dashboard is PromQL and uses metrics of a running server only', async () => {
  const { types } = await servedMetrics()
  const parts = types
    .filter(({ type }) => type === 'histogram')
    .flatMap(({ name }) => [`${name}_bucket`, `${name}_count`])
  const served = new Set(['up', ...types.map(({ name }) => name), ...parts])
  for (const expr of expressions)
    expect([expr, metricsOf(expr).filter((name) => !served.has(name))]).toEqual([expr, []])
  expect(() => metricsOf('sum by (balcao_ready')).toThrow('no PromQL')
  const named = [...watching.matchAll(/`(balcao_\w+|process_\w+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !served.has(name))).toEqual([])
})

test('metrics count requests by class and jobs by name, and have as many series as classes and names', async () => {
  const { text, log } = await servedMetrics()
  expect(text).toMatch(/^balcao_requests_total\{class="readyz",status="[25]xx"\} \d+$/m)
  expect(text).toMatch(/^# TYPE balcao_job_runs_total counter$/m)
  expect(text).toMatch(/^balcao_deliveries_waiting\{source="webhook"\} 0$/m)
  expect(text).toMatch(/^balcao_campaigns\{state="running"\} 0$/m)
  expect(log.find(({ msg }) => msg === 'balcao begins to serve')).toMatchObject({ version: expect.any(String) })
})

test('each alert has a name of its own, a severity, a summary and an action', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations, for: wait } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning|info)$/)])
    expect([alert, annotations.summary, annotations.action]).not.toContain('')
    expect([alert, wait ?? '1m']).toEqual([alert, expect.stringMatching(/^\d+[mh]$/)])
  }
})

test('panels of the dashboard have ids of their own and do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})
