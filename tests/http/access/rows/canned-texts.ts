import { attachment, picture } from '../request-parts'
import { all, authored, leaders, personal, type Row } from '../row'

export const cannedTextsRows: Record<string, Row> = {
  'GET /media/:id': { own: all, path: 'media', strangers: [404, 403] },
  'GET /api/files': { own: all, asking: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/files/:id': { own: all, path: 'fileList' },
  'POST /api/files': { own: leaders, body: () => ({ name: 'Nova lista', message: 'Segue' }) },
  'PUT /api/files/:id': {
    own: leaders,
    path: 'fileList',
    body: () => ({ message: 'Outro texto' }),
    pointing: { options: (_, { fileOption }) => ({ options: [{ id: fileOption, name: 'Um' }] }) },
  },
  'DELETE /api/files/:id': { own: leaders, path: 'fileList' },
  'POST /api/files/uploadList/:id': { own: leaders, path: 'fileList', form: attachment },
  'GET /api/quick-messages': { own: all, asking: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/quick-messages/list': { own: all },
  'POST /api/quick-messages': { own: all, body: () => ({ shortcode: 'novo', message: 'Um novo texto' }) },
  'GET /api/quick-messages/:id': { ...personal, path: 'quickMessage' },
  'PUT /api/quick-messages/:id': { ...personal, path: 'quickMessage', body: () => ({ message: 'Outro texto' }) },
  'DELETE /api/quick-messages/:id': { ...personal, path: 'quickMessage' },
  'POST /api/quick-messages/:id/media-upload': { ...personal, path: 'quickMessage', form: picture },
  'DELETE /api/quick-messages/:id/media-upload': { ...personal, path: 'quickMessage' },
  'GET /api/schedules': {
    own: all,
    asking: { contactId: ({ contact }) => `contactId=${contact}`, userId: ({ user }) => `userId=${user}` },
  },
  'POST /api/schedules': {
    own: all,
    body: ({ contact }) => onceMore(contact),
    pointing: { contactId: (_, { contact }) => onceMore(contact) },
  },
  'GET /api/schedules/:id': { own: all, path: 'schedule' },
  'PUT /api/schedules/:id': {
    ...authored,
    path: 'schedule',
    body: () => ({ body: 'Outro texto' }),
    pointing: { contactId: (_, { contact }) => ({ contactId: contact }) },
  },
  'DELETE /api/schedules/:id': { ...authored, path: 'schedule' },
  'POST /api/schedules/:id/media-upload': { ...authored, path: 'schedule', form: picture },
  'DELETE /api/schedules/:id/media-upload': { ...authored, path: 'schedule' },
}

const onceMore = (contactId: number) => ({ contactId, body: 'Bom dia!', sendAt: '2098-05-01T09:00' })
