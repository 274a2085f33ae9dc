import { describe, expect, test } from 'bun:test'
import { importFlow } from '../../../src/features/automation/flows/files/import-flow'
import { getFlowWithContent, listFlows } from '../../../src/features/automation/flows/read'
import { graphOf } from '../../../src/shared/flow/graph'
import { isError, lint } from '../../../src/shared/flow/lints'
import type { Definition } from '../../../src/shared/flow/node'
import { type Effect, type FlowEvent, isLive, newRun } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { definitionOf } from '../../flow-file-company'
import { bodyOf, typebotFile, whaticketFile } from '../../flow-files'
import { createInstallation } from '../../installation'

describe('a flow of the Whaticket family', () => {
  test('becomes a draft with the company’s queue of the same name; files, keys and other queues are named', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { flow, source, notes } = await importFlow(ana, bodyOf(whaticketFile()))
    expect([flow.name, flow.version, source]).toEqual(['Recepção antiga', null, 'whaticket'])
    expect(notes).toEqual([
      { code: 'edgeLeftOut', place: 'connections.5', detail: '' },
      { code: 'secretLeftOut', place: 'nodes.5', detail: 'apiKey' },
      { code: 'fileNotFetched', place: 'nodes.2', detail: '1712345-tabela.png' },
      { code: 'blockUnknown', place: 'nodes.7', detail: 'hologram' },
      { code: 'queueNotFound', place: '', detail: 'Cobrança' },
      { code: 'queueNotFound', place: '', detail: '#5' },
    ])
    const { nodes, edges } = await definitionOf(ana, flow.id)
    expect(nodes.find(({ id }) => id === 'q')?.data).toEqual({ queueId: 1 })
    expect(edges).toContainEqual({ source: 'ask', handle: 'a', target: 'f' })
    expect(edges.filter(({ source }) => source === 'm')).toHaveLength(2)
    const { flow: draft } = await getFlowWithContent(ana, flow.id)
    expect(JSON.stringify(draft)).not.toContain('sk-antiga')
    expect(Object.keys(draft?.nodes[0] as object)).toEqual(['id', 'type', 'position', 'data'])
  })

  test('compares by the numbers and words that these products store', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const stored = [1, 2, 3, 4, 5, '2', 'greaterThanOrEqual', 'notEquals', 9]
    const start = { id: '1', type: 'start', position: { x: 0, y: 0 }, data: {} }
    const nodes = stored.map((condition, at) => ({
      ...{ id: `n${at}`, type: 'condition', position: { x: 0, y: at } },
      data: { key: 'idade', condition, value: '18' },
    }))
    const { flow, notes } = await importFlow(ana, bodyOf({ nodes: [start, ...nodes], connections: [] }))
    const definition = await definitionOf(ana, flow.id)
    const read = definition.nodes.flatMap(({ kind, data }) => (kind === 'condition' ? data.operator : []))
    const numbered = ['equal', 'greaterOrEqual', 'lessOrEqual', 'less', 'greater'] as const
    expect(read).toEqual([...numbered, 'greaterOrEqual', 'greaterOrEqual', 'notEqual', 'equal'])
    expect(notes).toContainEqual({ code: 'comparisonReplaced', place: 'nodes.9', detail: '9' })
  })

  test('leads on from a condition whose ways out are named true and false', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: '1', type: 'start', position, data: {} },
      { id: 'if', type: 'condition', position, data: { key: 'idade', condition: 2, value: '18' } },
      { id: 'yes', type: 'message', position, data: { label: 'Sim' } },
      { id: 'no', type: 'message', position, data: { label: 'Não' } },
    ]
    const connections = [
      { id: 'e1', source: '1', sourceHandle: 'a', target: 'if' },
      { id: 'e2', source: 'if', sourceHandle: 'true', target: 'yes' },
      { id: 'e3', source: 'if', sourceHandle: 'false', target: 'no' },
    ]
    const { flow } = await importFlow(ana, bodyOf({ nodes, connections }))
    const { edges } = await definitionOf(ana, flow.id)
    expect(edges).toContainEqual({ source: 'if', handle: 'a', target: 'yes' })
    expect(edges).toContainEqual({ source: 'if', handle: 'b', target: 'no' })
  })

  test('takes the name of its file when it has none, and a free one of its own otherwise', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { name: _, ...unnamed } = whaticketFile()
    const names = []
    for (const name of ['Vendas.json', 'Vendas.json', ''])
      names.push((await importFlow(ana, bodyOf({ flow: unnamed }), name)).flow.name)
    expect(names).toEqual(['Vendas', 'Vendas 2', 'Fluxo'])
    expect((await listFlows(ana, {})).flows).toHaveLength(3)
  })
})

describe('a Typebot export', () => {
  test('becomes a flow that asks, compares and requests the same', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { flow, source, notes } = await importFlow(ana, bodyOf(typebotFile()))
    expect([flow.name, source]).toEqual(['Orçamento', 'typebot'])
    expect(notes.map(({ code, place }) => `${code} ${place}`)).toEqual([
      'fileNotFetched groups.0.blocks.1',
      'answerNotChecked groups.1.blocks.1',
      'blockLeftOut groups.1.blocks.3',
      'blockReplaced groups.1.blocks.5',
      'valueNotKept groups.2.blocks.1',
      'codeLeftOut groups.2.blocks.2',
    ])
    const definition = await definitionOf(ana, flow.id)
    const errors = lint(definition, {
      ...{ queueIds: [], tagIds: [], mediaIds: [], promptIds: [], integrationIds: [], variables: [] },
    }).filter(isError)
    expect(errors.map(({ code }) => code)).toEqual(['noMedia'])
    expect(conversation(definition, ['Ana', '1', '12', { price: '8' }], 0.9)).toEqual([
      'Olá! *Bem-vindo*.',
      'file ',
      'Qual é o seu nome?',
      'Prazer, Ana! O que deseja?\n\n*[ 1 ]* - Orçamento\n*[ 2 ]* - Outra coisa',
      'Quantas peças?',
      'wait 3',
      'GET https://api.test/precos?pe%C3%A7as=12',
      'Preço: 8.',
    ])
    expect(conversation(definition, ['Ana', 'orçamento', '9'], 0)).toEqual(
      expect.arrayContaining(['Menos de dez: veja o site (https://loja.test)', 'https://loja.test/carrinho']),
    )
    expect(conversation(definition, ['Ana', 'Outra coisa', { price: '8' }], 0).at(-1)).toStartWith('Prazer, Ana!')
  })

  test.each<[string, object, string | null]>([
    ['a text with a variable', { expressionToEvaluate: 'Pedido de {{Seu nome}}' }, 'Pedido de {{Seu_nome}}'],
    ['another variable', { expressionToEvaluate: ' {{Peças}} ' }, '{{Peças}}'],
    ['a quoted text', { expressionToEvaluate: '"Sim - claro"' }, 'Sim - claro'],
    ['a number', { expressionToEvaluate: '10' }, '10'],
    ['nothing', { type: 'Empty' }, ''],
    ['the time', { type: 'Now' }, '{{date}} {{hora}}'],
    ['a text that looks like code and is none', { isCode: false, expressionToEvaluate: '1 + 1' }, '1 + 1'],
    ['code', { isCode: true, expressionToEvaluate: 'nome' }, null],
    ['a sum', { expressionToEvaluate: '{{Peças}} + 1' }, null],
    ['a call', { expressionToEvaluate: 'fetch("https://mal.test")' }, null],
    ['a random id', { type: 'Random ID' }, null],
    ['no variable', { variableId: undefined, expressionToEvaluate: 'Oi' }, null],
  ])('that sets a variable to %s becomes a block that sets it, or a note', async (_, options, value) => {
    const { scopeOf } = await createInstallation()
    const file = typebotFile()
    const block = file.groups[1]?.blocks[3] as { options: object }
    block.options = { variableId: 'v4', ...options }
    const { flow, notes } = await importFlow(scopeOf('ana'), bodyOf(file))
    const { nodes } = await definitionOf(scopeOf('ana'), flow.id)
    const set = nodes.flatMap((each) => (each.kind === 'set' ? [each.data] : []))
    expect(set).toEqual(value === null ? [] : [{ key: 'Preço', value }])
    const isNoted = notes.some(({ code, place }) => code === 'blockLeftOut' && place === 'groups.1.blocks.3')
    expect(isNoted).toBe(value === null)
  })

  test('in version 5, with a start block, is read as well', async () => {
    const { scopeOf } = await createInstallation()
    const { events: _, ...file } = typebotFile()
    const start = {
      id: 'g0',
      title: 'Start',
      blocks: [{ id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'e1' }],
    }
    const old = { ...file, version: '5', groups: [start, ...file.groups] }
    const { flow } = await importFlow(scopeOf('ana'), bodyOf(old))
    const definition = await definitionOf(scopeOf('ana'), flow.id)
    expect(conversation(definition, [], 0)[0]).toBe('Olá! *Bem-vindo*.')
  })
})

/** Texts and effects of a run in which the customer answers in turn; an object is the answer of a request. */
function conversation(definition: Definition, answers: (string | Record<string, string>)[], draw: number): string[] {
  const graph = graphOf(definition)
  const world = { values: {}, random: () => draw, invalidOption: '?', stopWords: [] }
  const lines: string[] = []
  const pending = [...answers]
  let result = step(graph, newRun(), { kind: 'start' }, world)
  for (;;) {
    lines.push(...result.effects.map(lineOf))
    const { run } = result
    if (run.state === 'timer') result = step(graph, run, { kind: 'timer' }, world)
    else {
      const answer = pending.shift()
      if (answer === undefined || !isLive(run.state)) return lines
      const event: FlowEvent =
        typeof answer === 'string'
          ? { kind: 'input', text: answer }
          : { kind: 'answer', isSuccess: true, variables: savedBy(definition, answer) }
      result = step(graph, run, event, world)
    }
  }
}

function savedBy({ nodes }: Definition, answer: Record<string, string>) {
  const saves = nodes.flatMap((each) => (each.kind === 'request' ? each.data.saves : []))
  return Object.fromEntries(saves.map(({ path, key }) => [key, answer[path.split('.').at(-1) as string] ?? '']))
}

function lineOf(effect: Effect): string {
  if (effect.kind === 'say') return effect.text.trim()
  if (effect.kind === 'sendFile') return `file ${effect.mediaId}`
  if (effect.kind === 'wait') return `wait ${effect.seconds}`
  return effect.kind === 'request' ? `${effect.request.method} ${effect.request.url}` : effect.kind
}
