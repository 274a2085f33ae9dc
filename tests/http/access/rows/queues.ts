import { admins, all, type Row } from '../row'

export const queuesRows: Record<string, Row> = {
  'GET /api/queue': { own: all },
  'GET /api/queue/:id': { own: all, pathId: 'queue' },
  'POST /api/queue': {
    own: admins,
    body: () => ({ name: 'Nova', color: '#123456' }),
    bodiesWithId: {
      integrationId: (_, { integration }) => ({ name: 'Nova', color: '#123456', integrationId: integration }),
      promptId: (_, { prompt }) => ({ name: 'Nova', color: '#123456', promptId: prompt }),
    },
  },
  'PUT /api/queue/:id': {
    own: admins,
    pathId: 'queue',
    body: () => ({ name: 'Outro Nome' }),
    bodiesWithId: {
      integrationId: (_, { integration }) => ({ integrationId: integration }),
      promptId: (_, { prompt }) => ({ promptId: prompt }),
    },
  },
  // The queue has members and tickets.
  'DELETE /api/queue/:id': { own: [403, 403, 403, 409], pathId: 'queue' },
  'POST /api/queue/:id/handover': {
    own: admins,
    pathId: 'queue',
    body: () => ({ queueId: null }),
    bodiesWithId: { queueId: (_, { queue }) => ({ queueId: queue }) },
  },
  'GET /api/queue-options': { own: all, queriesWithId: { queueId: ({ queue }) => `queueId=${queue}` } },
  'POST /api/queue-options': {
    own: admins,
    body: ({ queue }) => ({ queueId: queue, title: 'Preços' }),
    bodiesWithId: {
      queueId: (_, { queue }) => ({ queueId: queue, title: 'Preços' }),
      parentId: ({ queue }, { option }) => ({ queueId: queue, parentId: option, title: 'Preços' }),
      nextQueueId: ({ queue }, other) => ({ queueId: queue, title: 'Preços', nextQueueId: other.queue }),
      fileListId: ({ queue }, { fileList }) => ({ queueId: queue, title: 'Preços', fileListId: fileList }),
    },
  },
  'PUT /api/queue-options/order': {
    own: admins,
    body: ({ queue, option }) => ({ queueId: queue, parentId: null, ids: [option] }),
    bodiesWithId: {
      queueId: (_, { queue }) => ({ queueId: queue, parentId: null, ids: [] }),
      ids: ({ queue }, { option }) => ({ queueId: queue, parentId: null, ids: [option] }),
    },
  },
  'PUT /api/queue-options/:id': {
    own: admins,
    pathId: 'option',
    body: () => ({ title: 'Outro título' }),
    bodiesWithId: {
      nextQueueId: (_, { queue }) => ({ nextQueueId: queue }),
      fileListId: (_, { fileList }) => ({ fileListId: fileList }),
    },
  },
  'DELETE /api/queue-options/:id': { own: admins, pathId: 'option' },
}
