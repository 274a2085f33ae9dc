import { pictureForm } from '../request-parts'
import { admins, type Row, supervisors } from '../row'

const texts = { name: 'Nova campanha', message1: 'Oi {nome}' }
/** Admins may ask, and the status of the campaign in the table refuses. */
const refusedToAdmins = [403, 403, 403, 409] as const
const idFields = {
  whatsappId: (_, { whatsapp }) => ({ ...texts, whatsappId: whatsapp }),
  contactListId: (_, { contactList }) => ({ ...texts, contactListId: contactList }),
  tagId: (_, { tag }) => ({ ...texts, tagId: tag }),
  tagListId: (_, { tag }) => ({ ...texts, tagListId: tag }),
  fileListId: (_, { fileList }) => ({ ...texts, fileListId: fileList }),
  steps: (_, { tag }) => ({ ...texts, steps: [{ afterHours: 48, message: 'Viu?', endTagId: tag }] }),
  flowId: (_, { flow }) => ({ ...texts, flowId: flow }),
} satisfies Row['bodiesWithId']

export const campaignsRows: Record<string, Row> = {
  'GET /api/campaigns': { own: supervisors },
  'POST /api/campaigns': { own: admins, body: () => texts, bodiesWithId: idFields },
  'POST /api/campaigns/preview': {
    own: admins,
    body: () => ({ message1: 'Oi {nome}' }),
    bodiesWithId: {
      contactListId: (_, { contactList }) => ({ contactListId: contactList }),
      tagId: (_, { tag }) => ({ tagId: tag }),
      contactListItemId: (_, { contactListItem }) => ({ contactListItemId: contactListItem }),
      contactId: (_, { contact }) => ({ contactId: contact }),
    },
  },
  'POST /api/campaigns/estimate': {
    own: admins,
    body: () => ({ scheduledAt: '2030-01-01T12:00:00.000Z' }),
    bodiesWithId: {
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
      contactListId: (_, { contactList }) => ({ contactListId: contactList }),
      tagId: (_, { tag }) => ({ tagId: tag }),
    },
  },
  'GET /api/campaigns/:id': { own: supervisors, pathId: 'campaign' },
  'PUT /api/campaigns/:id': { own: admins, pathId: 'campaign', body: () => texts, bodiesWithId: idFields },
  'DELETE /api/campaigns/:id': { own: admins, pathId: 'campaign' },
  'POST /api/campaigns/:id/media-upload': { own: admins, pathId: 'campaign', form: pictureForm },
  'DELETE /api/campaigns/:id/media-upload': { own: admins, pathId: 'campaign' },
  'POST /api/campaigns/:id/cancel': { own: refusedToAdmins, pathId: 'campaign' },
  'POST /api/campaigns/:id/restart': { own: refusedToAdmins, pathId: 'campaign' },
  'POST /api/campaigns/:id/duplicate': { own: admins, pathId: 'campaign' },
  'POST /api/campaigns/:id/test': {
    own: refusedToAdmins,
    pathId: 'campaign',
    body: () => ({ number: '5511987654321' }),
  },
  'GET /api/campaigns/:id/progress': { own: supervisors, pathId: 'campaign' },
  'GET /api/campaigns/:id/report': { own: supervisors, pathId: 'campaign' },
  'GET /api/campaigns/:id/recipients': { own: supervisors, pathId: 'campaign' },
  'GET /api/campaigns/:id/export': { own: supervisors, pathId: 'campaign' },
  'GET /api/campaign-settings': { own: admins },
  'POST /api/campaign-settings': { own: admins, body: () => ({ settings: { hourlyCap: 100 } }) },
  'GET /api/campaign-lanes': { own: supervisors },
  'PUT /api/campaign-lanes/:id': { own: admins, pathId: 'whatsapp', body: () => ({ numberSince: '2020-01-01' }) },
}
