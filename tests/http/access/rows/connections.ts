import { admins, all, type Row } from '../row'

export const connectionsRows: Record<string, Row> = {
  'GET /api/whatsapp': { own: all },
  'POST /api/whatsapp': {
    own: admins,
    body: ({ queue }) => ({ name: 'Nova', queueIds: [queue] }),
    bodiesWithId: {
      queueIds: (_, { queue }) => ({ name: 'Nova', queueIds: [queue] }),
      integrationId: (_, { integration }) => ({ name: 'Nova', integrationId: integration }),
      promptId: (_, { prompt }) => ({ name: 'Nova', promptId: prompt }),
      transferQueueId: (_, { queue }) => ({ name: 'Nova', transferQueueId: queue }),
      flowIdWelcome: (_, { flow }) => ({ name: 'Nova', flowIdWelcome: flow }),
      flowIdNotPhrase: (_, { flow }) => ({ name: 'Nova', flowIdNotPhrase: flow }),
    },
  },
  'GET /api/whatsapp/:id': { own: all, pathId: 'whatsapp' },
  'PUT /api/whatsapp/:id': {
    own: admins,
    pathId: 'whatsapp',
    body: () => ({ name: 'Outro Nome' }),
    bodiesWithId: {
      queueIds: (_, { queue }) => ({ queueIds: [queue] }),
      integrationId: (_, { integration }) => ({ integrationId: integration }),
      promptId: (_, { prompt }) => ({ promptId: prompt }),
      transferQueueId: (_, { queue }) => ({ transferQueueId: queue }),
      flowIdWelcome: (_, { flow }) => ({ flowIdWelcome: flow }),
      flowIdNotPhrase: (_, { flow }) => ({ flowIdNotPhrase: flow }),
    },
  },
  'GET /api/alerts': { own: admins },
  'GET /api/alerts/mails': { own: admins },
  'PUT /api/alerts/mails': { own: admins, body: () => ({ mails: false }) },
  'GET /api/whatsapp/health': { own: admins },
  'GET /api/whatsapp/:id/health': { own: admins, pathId: 'whatsapp' },
  'PUT /api/whatsapp/:id/pause': { own: admins, pathId: 'whatsapp', body: () => ({ days: 2 }) },
  'GET /api/whatsapp/:id/token': { own: admins, pathId: 'whatsapp' },
  'POST /api/whatsapp/:id/token': { own: admins, pathId: 'whatsapp' },
  // The connection has open tickets.
  'DELETE /api/whatsapp/:id': { own: [403, 403, 403, 409], pathId: 'whatsapp' },
  // The connection is already CONNECTED: it cannot be started, renewed or paired.
  'POST /api/whatsappsession/:id': { own: [403, 403, 403, 409], pathId: 'whatsapp' },
  'PUT /api/whatsappsession/:id': { own: [403, 403, 403, 409], pathId: 'whatsapp' },
  'DELETE /api/whatsappsession/:id': { own: admins, pathId: 'whatsapp' },
  'POST /api/whatsappsession/:id/pair': {
    own: [403, 403, 403, 409],
    pathId: 'whatsapp',
    body: () => ({ number: '5511988887777' }),
  },
}
