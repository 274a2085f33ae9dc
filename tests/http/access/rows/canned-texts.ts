import { fileOptionForm, pictureForm } from '../request-parts'
import { all, ownerAndAdmins, ownerOnly, type Row, supervisors, visible } from '../row'

export const cannedTextsRows: Record<string, Row> = {
  // No row uses the file, so that only admins may open it; tests/http/inbox/media-links.test.ts has the uses.
  'GET /media/:id': { own: [404, 404, 404, 200], pathId: 'media', unauthenticated: [404, 403] },
  'GET /api/files': { own: all, queriesWithId: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/files/:id': { own: all, pathId: 'fileList' },
  'POST /api/files': { own: supervisors, body: () => ({ name: 'Nova lista', message: 'Segue' }) },
  'PUT /api/files/:id': {
    own: supervisors,
    pathId: 'fileList',
    body: () => ({ message: 'Outro texto' }),
    bodiesWithId: { options: (_, { fileOption }) => ({ options: [{ id: fileOption, name: 'Um' }] }) },
  },
  'DELETE /api/files/:id': { own: supervisors, pathId: 'fileList' },
  'POST /api/files/uploadList/:id': { own: supervisors, pathId: 'fileList', form: fileOptionForm },
  'GET /api/quick-messages': { own: all, queriesWithId: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/quick-messages/list': { own: all },
  'POST /api/quick-messages': { own: all, body: () => ({ shortcode: 'novo', message: 'Um novo texto' }) },
  'GET /api/quick-messages/:id': { ...ownerOnly, pathId: 'quickMessage' },
  'PUT /api/quick-messages/:id': { ...ownerOnly, pathId: 'quickMessage', body: () => ({ message: 'Outro texto' }) },
  'DELETE /api/quick-messages/:id': { ...ownerOnly, pathId: 'quickMessage' },
  'POST /api/quick-messages/:id/media-upload': { ...ownerOnly, pathId: 'quickMessage', form: pictureForm },
  'DELETE /api/quick-messages/:id/media-upload': { ...ownerOnly, pathId: 'quickMessage' },
  'GET /api/schedules': {
    own: all,
    queriesWithId: { contactId: ({ contact }) => `contactId=${contact}`, userId: ({ user }) => `userId=${user}` },
  },
  'POST /api/schedules': {
    ...visible,
    body: ({ contact }) => newSchedule(contact),
    bodiesWithId: { contactId: (_, { contact }) => newSchedule(contact) },
  },
  'GET /api/schedules/:id': { ...visible, pathId: 'schedule' },
  'PUT /api/schedules/:id': {
    ...ownerAndAdmins,
    pathId: 'schedule',
    body: () => ({ body: 'Outro texto' }),
    bodiesWithId: { contactId: (_, { contact }) => ({ contactId: contact }) },
  },
  'DELETE /api/schedules/:id': { ...ownerAndAdmins, pathId: 'schedule' },
  'POST /api/schedules/:id/pause': { ...ownerAndAdmins, pathId: 'schedule' },
  'POST /api/schedules/:id/resume': { ...ownerAndAdmins, pathId: 'schedule' },
  'POST /api/schedules/:id/skip': { ...ownerAndAdmins, pathId: 'schedule' },
  'PUT /api/schedules/:id/upload': { ...ownerAndAdmins, pathId: 'schedule', rawBody: 'some bytes' },
  'POST /api/schedules/:id/media-upload': { ...ownerAndAdmins, pathId: 'schedule', form: pictureForm },
  'DELETE /api/schedules/:id/media-upload': { ...ownerAndAdmins, pathId: 'schedule' },
}

const newSchedule = (contactId: number) => ({ contactId, body: 'Bom dia!', sendAt: '2098-05-01T09:00' })
