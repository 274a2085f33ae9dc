import { expect, test } from 'bun:test'
import { readyFlows } from '../../../src/features/automation/ready-flows/all'
import type { ReadyFlow } from '../../../src/features/automation/ready-flows/ready-flow'
import { type Language, languages } from '../../../src/shared/enums'
import { graphOf } from '../../../src/shared/flow/graph'
import { clockValues } from '../../../src/shared/flow/hours'
import { readFlow } from '../../../src/shared/flow/read'
import { type Effect, type FlowEvent, isLive, newRun, type RunEnd } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { type Conversation, conversations, readyAnswers, type Said } from '../../ready-flow-conversations'

const cases = conversations.flatMap((each) =>
  languages.map((language): [string, string, Conversation, Language] => [each.name, language, each, language]),
)

test.each(cases)(
  '%s (%s) is taken along the path of the flow',
  (_, __, { key, date, hora, says, path, hears }, language) => {
    const ready = readyFlows.find((each) => each.key === key) as ReadyFlow
    const { effects, end } = converse(ready, language, says, { date, hora })
    expect(effects.map(nameOf)).toEqual(path)
    expect(end).toBe(path.at(-1) === 'close' ? 'closed' : 'ticket')
    const said = effects.map((effect) => (effect.kind === 'say' ? effect.text : '')).join('\n')
    expect(said).not.toMatch(/\{\{|\*\*|, !/)
    for (const heard of hears ?? []) expect(said).toContain(heard)
  },
)

const nameOf = (effect: Effect): string => {
  if (effect.kind === 'say') return effect.nodeId
  return effect.kind === 'request' ? `GET ${effect.request.url}` : effect.kind
}

const values = {
  ...{ name: 'Ana Lima', firstName: 'Ana', greeting: 'Bom dia', protocol: '202603014', date: '01/03/2026' },
  ...{ number: '5511988887777', email: '' },
}

/** A Monday in March; times are those of UTC. */
const monday = '2026-03-02'

function converse(
  ready: ReadyFlow,
  language: Language,
  says: Said[],
  { date = monday, hora = '12:00:00' }: Pick<Conversation, 'date' | 'hora'>,
) {
  const definition = readFlow(ready.build(language, readyAnswers))
  const graph = graphOf(definition)
  const clock = clockValues(new Date(`${date}T${hora}Z`), 'UTC')
  const world = { values: { ...values, hora, ...clock }, random: () => 0, invalidOption: '?', stopWords: ['sair'] }
  const pending = [...says]
  const effects: Effect[] = []
  let result = step(graph, newRun(), { kind: 'start' }, world)
  for (;;) {
    effects.push(...result.effects)
    const { run } = result
    if (!isLive(run.state)) return { effects, end: run.end as RunEnd }
    const event =
      run.state === 'timer' ? ({ kind: 'timer' } as const) : eventOf(pending.shift(), language, result.effects)
    result = step(graph, run, event, world)
  }
}

function eventOf(said: Said | undefined, language: Language, effects: Effect[]): FlowEvent {
  if (said === undefined) throw new Error('the flow waits for more than the customer says')
  if (typeof said === 'string') return { kind: 'input', text: said }
  if ('file' in said) return { kind: 'input', text: '', file: said.file }
  if (!('saved' in said)) return { kind: 'input', text: said[language] }
  const request = effects.find(({ kind }) => kind === 'request')
  if (request?.kind !== 'request') throw new Error('no request was made')
  const { saved } = said as { saved: Record<string, string> | null }
  const variables = Object.fromEntries(
    request.request.saves.flatMap(({ path, key }) => (saved?.[path] === undefined ? [] : [[key, saved[path]]])),
  )
  return { kind: 'answer', isSuccess: saved !== null, variables }
}
