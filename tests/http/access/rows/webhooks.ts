import { admins, type Row } from '../row'

export const webhooksRows: Record<string, Row> = {
  'GET /api/webhooks': { own: admins },
  'GET /api/webhooks/:id': { own: admins, pathId: 'webhook' },
  'POST /api/webhooks': {
    own: admins,
    body: () => ({ name: 'Novo', url: 'https://hooks.example/', events: ['ticket.*'] }),
  },
  'PUT /api/webhooks/:id': { own: admins, pathId: 'webhook', body: () => ({ active: false }) },
  'DELETE /api/webhooks/:id': { own: admins, pathId: 'webhook' },
  'POST /api/webhooks/:id/secret': { own: admins, pathId: 'webhook' },
  'POST /api/webhooks/:id/test': { own: admins, pathId: 'webhook' },
  'GET /api/webhooks/:id/deliveries': { own: admins, pathId: 'webhook', queriesWithId: { cursor: () => 'cursor=1' } },
  'POST /api/webhooks/:id/deliveries/send': { own: admins, pathId: 'webhook' },
  'GET /api/webhooks/deliveries/:id': { own: admins, pathId: 'delivery' },
  'POST /api/webhooks/deliveries/:id/send': { own: admins, pathId: 'delivery' },
}
