import { mp3, png } from '../../../sample-files'
import { admins, all, type Row, visible } from '../row'

const start = { id: '1', type: 'start', position: { x: 0, y: 0 }, data: {} }
const end = { id: 'end', type: 'end', position: { x: 0, y: 0 }, data: { closes: true } }
const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
const content = { nodes: [start, end], connections }

function form(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const values = new FormData()
  values.set('medias', new File([bytes], name))
  return values
}

const recording = { values: {}, answers: [[{ text: 'Oi' }]], services: {}, programs: {}, draws: {} }

export const flowsRows: Record<string, Row> = {
  'GET /api/flowbuilder': { own: admins, queriesWithId: { cursor: () => 'cursor=1|segredo' } },
  'POST /api/flowbuilder': { own: admins, body: () => ({ name: 'Novo fluxo' }) },
  'PUT /api/flowbuilder': {
    own: admins,
    body: ({ flow }) => ({ flowId: flow, name: 'Outro Nome' }),
    bodiesWithId: { flowId: (_, { flow }) => ({ flowId: flow, name: 'Outro Nome' }) },
  },
  'POST /api/flowbuilder/duplicate': {
    own: admins,
    body: ({ flow }) => ({ flowId: flow }),
    bodiesWithId: { flowId: (_, { flow }) => ({ flowId: flow }) },
  },
  'DELETE /api/flowbuilder/:id': { own: admins, pathId: 'flow' },
  'POST /api/flowbuilder/flow': {
    own: admins,
    body: ({ flow }) => ({ idFlow: flow, ...content }),
    bodiesWithId: { idFlow: (_, { flow }) => ({ idFlow: flow, ...content }) },
  },
  'POST /api/flowbuilder/img': { own: admins, form: () => form(png(), 'foto.png') },
  'POST /api/flowbuilder/audio': { own: admins, form: () => form(mp3(), 'voz.mp3') },
  'POST /api/flowbuilder/content': { own: admins, form: () => form(png(), 'foto.png') },
  'GET /api/flowbuilder/flow/:id': { own: admins, pathId: 'flow' },
  'GET /api/flowbuilder/flow/:id/starts': { own: admins, pathId: 'flow' },
  'PUT /api/flowbuilder/flow/:id/draft': { own: admins, pathId: 'flow', body: () => content },
  'POST /api/flowbuilder/flow/:id/publish': { own: admins, pathId: 'flow', body: () => ({ note: '' }) },
  'POST /api/flowbuilder/flow/:id/restore': { own: admins, pathId: 'flow', body: () => ({ number: 1 }) },
  'GET /api/flowbuilder/flow/:id/versions': { own: admins, pathId: 'flow' },
  'GET /api/flowbuilder/flow/:id/versions/:number': { own: admins, pathId: 'flow' },
  'POST /api/flowbuilder/flow/:id/try/request': {
    own: admins,
    pathId: 'flow',
    body: () => ({ method: 'GET', url: 'http://127.0.0.1:1/', headers: [], body: '', saves: [] }),
  },
  'POST /api/flowbuilder/flow/:id/try/fields': {
    own: admins,
    pathId: 'flow',
    body: () => ({ method: 'GET', url: 'http://127.0.0.1:1/', headers: [], body: '', saves: [] }),
  },
  'POST /api/flowbuilder/flow/:id/try/typebot': {
    own: admins,
    pathId: 'flow',
    body: () => ({ data: { typebotIntegration: {} }, text: 'Oi', name: 'Ana', number: '5511900000000' }),
  },
  'POST /api/flowbuilder/flow/:id/try/prompt': {
    own: admins,
    pathId: 'flow',
    body: () => ({ data: { typebotIntegration: {} }, name: 'Ana', messages: [{ fromMe: false, text: 'Oi' }] }),
  },
  'POST /api/flowbuilder/flow/:id/replays': {
    own: admins,
    pathId: 'flow',
    body: () => ({ count: 10, requestsSucceed: true }),
  },
  'GET /api/flowbuilder/flow/:id/runs': { own: admins, pathId: 'flow' },
  'GET /api/flowbuilder/flow/:id/replays': { own: admins, pathId: 'flow' },
  'GET /api/flowbuilder/replays/:id': { own: admins, pathId: 'flowReplay' },
  'GET /api/flowbuilder/replays/:id/runs': { own: admins, pathId: 'flowReplay' },
  'POST /api/flowbuilder/replays/:id/cancel': { own: admins, pathId: 'flowReplay' },
  'GET /api/flowbuilder/flow/:id/export': { own: admins, pathId: 'flow' },
  'GET /api/flowbuilder/ready-made': { own: admins },
  'POST /api/flowbuilder/ready-made': {
    own: admins,
    body: ({ queue }) => ({ key: 'welcome', language: 'pt', name: 'Boas-vindas', queueId: queue }),
    bodiesWithId: {
      queueId: (_, { queue }) => ({ key: 'welcome', language: 'pt', name: 'Boas-vindas', queueId: queue }),
    },
  },
  'POST /api/flowbuilder/import': { own: admins, rawBody: JSON.stringify(content) },
  'GET /api/flowbuilder/flow/:id/cases': { own: admins, pathId: 'flow' },
  'POST /api/flowbuilder/flow/:id/cases': {
    own: admins,
    pathId: 'flow',
    body: () => ({ name: 'Caso', recording }),
  },
  'POST /api/flowbuilder/flow/:id/cases/check': { own: admins, pathId: 'flow' },
  'POST /api/flowbuilder/cases/:id/accept': { own: admins, pathId: 'flowCase' },
  'PUT /api/flowbuilder/cases/:id': { own: admins, pathId: 'flowCase', body: () => ({ name: 'Outro nome' }) },
  'DELETE /api/flowbuilder/cases/:id': { own: admins, pathId: 'flowCase' },
  'GET /api/flowbuilder/flow/:id/lints': { own: admins, pathId: 'flow' },
  'GET /api/flow-runs/flows': { own: all },
  'GET /api/tickets/:id/flow': { ...visible, pathId: 'ticket' },
  'POST /api/tickets/:id/flow': {
    ...visible,
    pathId: 'ticket',
    body: ({ flow }) => ({ flowId: flow }),
    bodiesWithId: { flowId: (_, { flow }) => ({ flowId: flow }) },
  },
  'DELETE /api/tickets/:id/flow': { ...visible, pathId: 'ticket' },
}
