import { admins, type Row } from '../row'

const phrase = { name: 'Oferta', phrase: 'Quero a oferta' }

export const flowPhrasesRows: Record<string, Row> = {
  'GET /api/flowcampaign': { own: admins },
  'GET /api/flowcampaign/:id': { own: admins, pathId: 'phrase' },
  'POST /api/flowcampaign': {
    own: admins,
    body: ({ flow, whatsapp }) => ({ ...phrase, flowId: flow, whatsappId: whatsapp }),
    bodiesWithId: {
      flowId: ({ whatsapp }, { flow }) => ({ ...phrase, flowId: flow, whatsappId: whatsapp }),
      whatsappId: ({ flow }, { whatsapp }) => ({ ...phrase, flowId: flow, whatsappId: whatsapp }),
    },
  },
  'PUT /api/flowcampaign': {
    own: admins,
    body: ({ phrase: id }) => ({ id, ...phrase, status: false }),
    bodiesWithId: {
      id: (_, { phrase: id }) => ({ id, ...phrase }),
      flowId: ({ phrase: id }, { flow }) => ({ id, flowId: flow }),
      whatsappId: ({ phrase: id }, { whatsapp }) => ({ id, whatsappId: whatsapp }),
    },
  },
  'DELETE /api/flowcampaign/:id': { own: admins, pathId: 'phrase' },
}
