import { admins, all, type Row } from '../row'

export const connectionsRows: Record<string, Row> = {
  'GET /api/whatsapp': { own: all },
  'POST /api/whatsapp': {
    own: admins,
    body: ({ queue }) => ({ name: 'Nova', queueIds: [queue] }),
    pointing: { queueIds: (_, { queue }) => ({ name: 'Nova', queueIds: [queue] }) },
  },
  'GET /api/whatsapp/:id': { own: all, path: 'whatsapp' },
  'PUT /api/whatsapp/:id': {
    own: admins,
    path: 'whatsapp',
    body: () => ({ name: 'Outro Nome' }),
    pointing: { queueIds: (_, { queue }) => ({ queueIds: [queue] }) },
  },
  'GET /api/whatsapp/health': { own: admins },
  'GET /api/whatsapp/:id/token': { own: admins, path: 'whatsapp' },
  'POST /api/whatsapp/:id/token': { own: admins, path: 'whatsapp' },
  // Customers are attended on it.
  'DELETE /api/whatsapp/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  // Connected already: nothing to start, renew or pair.
  'POST /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'PUT /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'DELETE /api/whatsappsession/:id': { own: admins, path: 'whatsapp' },
  'POST /api/whatsappsession/:id/pair': {
    own: [403, 403, 403, 409],
    path: 'whatsapp',
    body: () => ({ number: '5511988887777' }),
  },
}
