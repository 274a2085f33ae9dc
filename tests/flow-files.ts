import type { StoredFlow } from '../src/shared/flow/read'

/** Flow files for tests: of this product, of the Whaticket family, and of Typebot. */

const at = { x: 0, y: 0 }
export const node = (id: string, type: string, data: Record<string, unknown> = {}) => ({ id, type, position: at, data })
export const edge = (source: string, target: string, sourceHandle = 'a') => ({
  ...{ id: `${source}-${sourceHandle}-${target}`, source, sourceHandle, target },
})

/** A body as a request sends it. */
export const bodyOf = (file: unknown): ReadableStream<Uint8Array> =>
  new Blob([
    typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file),
  ] as BlobPart[]).stream()

/** Every kind of node once. `queueId` and `tagId` are rows of the company, the others ids of its files. */
export function everyKind(ids: {
  queueId: number
  tagId: number
  image: string
  audio: string
  video: string
}): StoredFlow {
  const types = [
    'message',
    'menu',
    'block',
    'img',
    'aud',
    'vid',
    'wait',
    'draw',
    'if',
    'ask',
    'http',
    'tag',
    'queue',
    'end',
  ]
  const nodes = [
    node('1', 'start', { label: 'Inicio do fluxo' }),
    node('message', 'message', { label: 'Olá {{name}}' }),
    node('menu', 'menu', {
      message: 'Escolha:',
      answerKey: 'choice',
      arrayOption: [
        { number: 1, value: 'Vendas' },
        { number: 2, value: 'Suporte' },
      ],
    }),
    node('block', 'singleBlock', {
      seq: ['m0', 'i1', 'p2', 'v3'],
      elements: [
        { type: 'message', value: 'Um momento', number: 'm0' },
        { type: 'interval', value: 5, number: 'i1' },
        { type: 'img', value: ids.image, number: 'p2', original: 'foto.png' },
        { type: 'audio', value: ids.audio, number: 'v3', record: true, original: 'voz.ogg' },
      ],
    }),
    node('img', 'img', { url: ids.image }),
    node('aud', 'audio', { url: ids.audio, record: false }),
    node('vid', 'video', { url: ids.video }),
    node('wait', 'interval', { sec: 30, label: 'Intervalo 30 seg.' }),
    node('draw', 'randomizer', { percent: 70 }),
    node('if', 'condition', { key: 'choice', condition: 'equal', value: 'Vendas' }),
    node('ask', 'question', { typebotIntegration: { message: 'Seu CPF?', answerKey: 'cpf' } }),
    node('http', 'request', {
      ...{ method: 'POST', url: 'https://api.test/{{cpf}}', body: '{"cpf":"{{cpf}}"}' },
      headers: [{ name: 'content-type', value: 'application/json' }],
      saves: [{ path: 'order.status', key: 'status' }],
    }),
    node('tag', 'tag', { tagId: ids.tagId, adds: true }),
    node('queue', 'ticket', { data: { id: ids.queueId, name: 'Suporte' } }),
    node('bot', 'typebot', { typebotIntegration: { urlN8N: 'https://typebot.test', typebotSlug: 'oi' } }),
    node('ai', 'openai', { typebotIntegration: { name: 'Ana', prompt: 'Responda', queueId: ids.queueId } }),
    node('end', 'end', { message: 'Até logo', closes: true }),
  ]
  const line = types.slice(1).map((type, index) => edge(types[index] as string, type, type === 'block' ? 'a1' : 'a'))
  return { nodes, connections: [edge('1', 'message'), ...line, edge('menu', 'bot', 'a2'), edge('bot', 'ai')] }
}

/** A flow of a product of the Whaticket family, with the fields that its editor adds. */
export const whaticketFile = () => ({
  name: 'Recepção antiga',
  nodes: [
    { ...node('1', 'start', { label: 'Inicio do fluxo' }), width: 150, height: 60, selected: false, style: {} },
    node('m', 'menu', {
      message: 'Escolha:',
      arrayOption: [
        { number: 1, value: 'Financeiro' },
        { number: 2, value: 'Suporte' },
      ],
    }),
    node('b', 'singleBlock', {
      seq: ['text0', 'img1'],
      elements: [
        { type: 'message', value: 'Veja a tabela:', number: 'text0' },
        { type: 'img', value: '1712345-tabela.png', number: 'img1', original: 'tabela.png' },
      ],
    }),
    node('q', 'ticket', { data: { id: 77, name: 'SUPORTE' } }),
    node('f', 'ticket', { data: { id: 78, name: 'Cobrança' } }),
    node('ai', 'openai', { typebotIntegration: { name: 'Ana', prompt: 'Responda', apiKey: 'sk-antiga', queueId: 5 } }),
    node('ask', 'question', { typebotIntegration: { message: 'Seu CPF?', answerKey: 'cpf' } }),
    node('new', 'hologram', { any: 1 }),
  ],
  connections: [
    { ...edge('1', 'm'), type: 'buttonedge', targetHandle: null },
    edge('m', 'ask', 'a1'),
    edge('m', 'b', 'a2'),
    edge('b', 'q'),
    edge('ask', 'f'),
    edge('ask', 'ai'),
    edge('m', 'ai', 'a3'),
  ],
})

const paragraph = (...texts: object[]) => ({ type: 'p', children: texts })
const bubble = (id: string, ...texts: object[]) => ({ id, type: 'text', content: { richText: [paragraph(...texts)] } })

/** A Typebot export in version 6. */
export const typebotFile = () => ({
  version: '6.1',
  id: 'cm0000000000000000000001',
  name: 'Orçamento',
  events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
  groups: [
    {
      ...{ id: 'g1', title: 'Boas-vindas', graphCoordinates: { x: 100, y: 0 } },
      blocks: [
        bubble('b1', { text: 'Olá! ' }, { text: 'Bem-vindo', bold: true }, { text: '.' }),
        { id: 'b2', type: 'image', content: { url: 'https://fotos.test/loja.png' } },
        bubble('b3', { text: 'Qual é o seu nome?' }),
        { id: 'b4', type: 'text input', options: { variableId: 'v1' } },
        bubble('b5', { text: 'Prazer, {{Seu nome}}! O que deseja?' }),
        {
          ...{ id: 'b6', type: 'choice input', options: { variableId: 'v2' } },
          items: [
            { id: 'i1', content: 'Orçamento', outgoingEdgeId: 'e2' },
            { id: 'i2', content: 'Outra coisa' },
          ],
        },
        { id: 'b7', type: 'Jump', options: { groupId: 'g3' } },
      ],
    },
    {
      ...{ id: 'g2', title: 'Orçamento', graphCoordinates: { x: 500, y: 0 } },
      blocks: [
        bubble('b8', { text: 'Quantas peças?' }),
        { id: 'b9', type: 'number input', options: { variableId: 'v3' } },
        {
          ...{ id: 'b10', type: 'Condition' },
          items: [
            {
              ...{ id: 'i3', outgoingEdgeId: 'e3' },
              content: {
                logicalOperator: 'AND',
                comparisons: [
                  { id: 'c1', variableId: 'v3', comparisonOperator: 'Greater or equal to', value: '10' },
                  { id: 'c2', variableId: 'v2', comparisonOperator: 'Does not contain', value: 'urgente' },
                ],
              },
            },
          ],
        },
        { id: 'b11', type: 'Set variable', options: { variableId: 'v4', expressionToEvaluate: '{{Peças}} * 5' } },
        bubble(
          'b12',
          { text: 'Menos de dez: veja o ' },
          { type: 'a', url: 'https://loja.test', children: [{ text: 'site' }] },
        ),
        { id: 'b13', type: 'Redirect', options: { url: 'https://loja.test/carrinho' } },
      ],
    },
    {
      ...{ id: 'g3', title: 'Pedido', graphCoordinates: { x: 900, y: 0 } },
      blocks: [
        { id: 'b14', type: 'Wait', options: { secondsToWaitFor: '3' } },
        {
          ...{ id: 'b15', type: 'Webhook' },
          options: {
            responseVariableMapping: [
              { id: 'r1', variableId: 'v4', bodyPath: 'data.items[0].price' },
              { id: 'r2', variableId: 'v4', bodyPath: 'data.items.map(item => item.price)' },
            ],
            webhook: {
              ...{ method: 'GET', url: 'https://api.test/precos', headers: [{ id: 'h', key: 'accept', value: '*/*' }] },
              queryParams: [{ id: 'q', key: 'peças', value: '{{Peças}}' }],
            },
          },
        },
        bubble('b16', { text: 'Preço: {{Preço}}. {{=1+1=}}' }),
        {
          id: 'b17',
          type: 'AB test',
          items: [
            { id: 'i4', path: 'a', outgoingEdgeId: 'e4' },
            { id: 'i5', path: 'b' },
          ],
          options: { aPercent: 30 },
        },
      ],
    },
  ],
  edges: [
    { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } },
    { id: 'e2', from: { blockId: 'b6', itemId: 'i1' }, to: { groupId: 'g2' } },
    { id: 'e3', from: { blockId: 'b10', itemId: 'i3' }, to: { groupId: 'g3' } },
    { id: 'e4', from: { blockId: 'b17', itemId: 'i4' }, to: { groupId: 'g1', blockId: 'b5' } },
  ],
  variables: [
    { id: 'v1', name: 'Seu nome' },
    { id: 'v2', name: 'Assunto' },
    { id: 'v3', name: 'Peças' },
    { id: 'v4', name: 'Preço' },
  ],
  theme: {},
  settings: {},
})
