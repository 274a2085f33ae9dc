import { admins, type Row } from '../row'

export const integrationsRows: Record<string, Row> = {
  'GET /api/queueIntegration': { own: admins, queriesWithId: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/queueIntegration/:id': { own: admins, pathId: 'integration' },
  'POST /api/queueIntegration': {
    own: admins,
    body: () => ({ type: 'flowbuilder', name: 'Novo fluxo' }),
    bodiesWithId: { flowId: (_, { flow }) => ({ type: 'flowbuilder', name: 'Novo fluxo', flowId: flow }) },
  },
  'PUT /api/queueIntegration/:id': {
    own: admins,
    pathId: 'integration',
    body: () => ({ typebotExpires: 5 }),
    bodiesWithId: { flowId: (_, { flow }) => ({ flowId: flow }) },
  },
  'POST /api/queueIntegration/:id/secret': { own: admins, pathId: 'integration' },
  'GET /api/queueIntegration/:id/deliveries': {
    own: admins,
    pathId: 'integration',
    queriesWithId: { cursor: () => 'cursor=1' },
  },
  'POST /api/queueIntegration/:id/deliveries/send': { own: admins, pathId: 'integration' },
  // The body and the integration have no key.
  'POST /api/queueIntegration/testSession': {
    own: [403, 403, 403, 422],
    body: () => ({ projectName: 'loja', language: 'pt-BR' }),
    bodiesWithId: { id: (_, { integration }) => ({ id: integration, projectName: 'loja', language: 'pt-BR' }) },
  },
  'DELETE /api/queueIntegration/:id': { own: admins, pathId: 'integration' },
}
