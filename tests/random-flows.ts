import fc from 'fast-check'
import { type Definition, type FlowEdge, type FlowNode, handlesOf, startId } from '../src/shared/flow/node'
import type { FlowEvent } from '../src/shared/flow/run'

const text = fc.constantFrom('Olá {{name}}', 'Cidade: {{city}}', '{{nothing}}', 'Resposta: {{answer}}', 'Fim')
const key = fc.constantFrom('answer', 'city')
const seconds = fc.integer({ min: 1, max: 120 })
const data = fc.oneof(
  fc.record({ kind: fc.constant('message' as const), data: fc.record({ text }) }),
  fc.record({ kind: fc.constant('interval' as const), data: fc.record({ seconds }) }),
  fc.record({
    kind: fc.constant('content' as const),
    data: fc.record({
      elements: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text' as const), id: fc.constant('e'), text }),
          fc.record({ type: fc.constant('interval' as const), id: fc.constant('e'), seconds }),
          fc.record({ type: fc.constant('image' as const), id: fc.constant('e'), mediaId: fc.constant('m1') }),
        ),
        { maxLength: 4 },
      ),
    }),
  }),
  fc.record({
    kind: fc.constant('menu' as const),
    data: fc.record({
      text: fc.constantFrom('Escolha', ''),
      options: fc
        .integer({ min: 0, max: 3 })
        .map((count) => Array.from({ length: count }, (_, at) => ({ number: at + 1, value: `Opção ${at + 1}` }))),
    }),
  }),
  fc.record({
    kind: fc.constant('randomizer' as const),
    data: fc.record({ percent: fc.constantFrom(0, 30, 100) }),
  }),
  fc.record({
    kind: fc.constant('condition' as const),
    data: fc.record({ key, operator: fc.constant('equal' as const), value: fc.constantFrom('1', 'bolo', '') }),
  }),
  fc.record({ kind: fc.constant('question' as const), data: fc.record({ text, answerKey: key }) }),
  fc.record({ kind: fc.constant('set' as const), data: fc.record({ key, value: text }) }),
  fc.record({ kind: fc.constant('ticket' as const), data: fc.record({ queueId: fc.constantFrom(null, 3) }) }),
  fc.record({ kind: fc.constant('tag' as const), data: fc.record({ tagId: fc.constant(4), adds: fc.boolean() }) }),
  fc.record({
    kind: fc.constant('request' as const),
    data: fc.constant({ method: 'GET' as const, url: 'https://example.com', headers: [], body: '', saves: [] }),
  }),
  fc.record({ kind: fc.constant('end' as const), data: fc.record({ text, closes: fc.boolean() }) }),
)

/** A start and these nodes; each way out leads to the node that the next target names, or nowhere. */
export function joinNodes(made: object[], targets: number[]): Definition {
  const nodes = [
    { id: startId, kind: 'start', data: {} },
    ...made.map((each, at) => ({ id: `n${at}`, ...each })),
  ] as FlowNode[]
  let next = 0
  const edges = nodes.flatMap((node) =>
    handlesOf(node).flatMap((handle): FlowEdge[] => {
      const target = nodes[1 + ((targets[next++ % targets.length] as number) % (nodes.length + 1))]
      return target ? [{ source: node.id, handle, target: target.id }] : []
    }),
  )
  return { nodes, edges }
}

/** A start and up to twelve nodes, each way out leading anywhere or nowhere. */
export const definitions: fc.Arbitrary<Definition> = fc
  .tuple(fc.array(data, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(30), { minLength: 60, maxLength: 60 }))
  .map(([made, targets]) => joinNodes(made, targets))

/** Events of a customer, of time and of services. */
export const flowEvents: fc.Arbitrary<FlowEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('1', '2', '3', 'bolo', ' ', '{{name}}')
      .map((text) => ({ kind: 'input' as const, text })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'input' as const, text: '', file: 'foto.jpg' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'input' as const, text: 'sair' }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'timer' as const }) },
  {
    weight: 3,
    arbitrary: fc.boolean().map((isSuccess) => ({ kind: 'answer' as const, isSuccess, variables: { city: 'bolo' } })),
  },
)
/** Random numbers of a run. */
export const draws = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 5 })
