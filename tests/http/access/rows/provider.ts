import { onePixel, pictureForm } from '../request-parts'
import { admins, all, none, type Row } from '../row'

export const providerRows: Record<string, Row> = {
  'GET /api/companies': { own: none, superUser: 200 },
  'GET /api/companies/list': { own: none, superUser: 200 },
  'POST /api/companies': {
    own: none,
    superUser: 200,
    body: () => ({ name: 'Padaria', email: 'dono@padaria.test', password: 'nove violoncelos', planId: 1 }),
  },
  'GET /api/companies/:id': { own: [404, 404, 404, 200], superUser: 200, pathId: 'company' },
  'GET /api/companies/listPlan/:id': { own: all, superUser: 200, pathId: 'company' },
  'PUT /api/companies/:id': { own: none, superUser: 200, pathId: 'company', body: () => ({ name: 'Outro Nome' }) },
  'GET /api/companies/:id/schedules': { own: all, pathId: 'company' },
  'PUT /api/companies/:id/schedules': { own: admins, pathId: 'company', body: () => ({ holidays: [] }) },
  'PUT /api/companies/:id/locale': { own: admins, pathId: 'company', body: () => ({ language: 'es' }) },
  'POST /api/companies/:id/invitation': { own: none, superUser: 404, pathId: 'company' },
  'POST /api/companies/:id/renew': { own: none, superUser: 200, pathId: 'company' },
  'POST /api/companies/:id/support': {
    own: none,
    superUser: 200,
    pathId: 'company',
    body: () => ({ reason: 'Pediram ajuda' }),
  },
  'GET /api/companies/:id/support': { own: none, superUser: 200, pathId: 'company' },
  'GET /api/companies/:id/exports': { own: none, superUser: 200, pathId: 'company' },
  'POST /api/companies/:id/exports': { own: none, superUser: 200, pathId: 'company' },
  'POST /api/companies/import': { own: none, superUser: 422, rawBody: 'no company' },
  'DELETE /api/companies/:id': { own: none, superUser: 200, pathId: 'company' },
  'GET /api/support': { own: all },
  'GET /api/support/visits': { own: admins },
  'GET /api/support/:id': { own: admins, pathId: 'support' },
  'DELETE /api/support/:id': { own: admins, pathId: 'support' },

  'GET /api/releases': { own: none, superUser: 200 },
  'GET /api/backups': { own: none, superUser: 200 },
  // The installation of the tests has no place for backups.
  'POST /api/backups': { own: none, superUser: 409 },
  'GET /api/nodes': { own: none, superUser: 200 },
  // The only process of an installation cannot be drained, and the id of this path is unknown.
  'PUT /api/nodes/:id': { own: none, superUser: 404, body: () => ({ state: 'drained' }) },
  'GET /api/stalls': { own: none, superUser: 200 },
  'GET /api/morning': { own: none, superUser: 200 },
  'GET /api/morning/mail': { own: none, superUser: 200 },
  'PUT /api/morning/mail': {
    own: none,
    superUser: 200,
    body: () => ({ hour: 7, mail: true, phone: '', whatsappId: null }),
    bodiesWithId: { whatsappId: (_, { whatsapp }) => ({ hour: 7, mail: true, phone: '', whatsappId: whatsapp }) },
  },
  'GET /api/morning/companies': { own: none, superUser: 200 },
  'GET /api/plans/all': { own: none, superUser: 200 },
  'POST /api/plans': { own: none, superUser: 200, body: () => newPlan },
  'GET /api/plans/:id': { own: none, superUser: 200, pathId: 'plan' },
  'PUT /api/plans/:id': { own: none, superUser: 200, pathId: 'plan', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/plans/:id': { own: none, superUser: 200, pathId: 'plan' },

  'GET /api/look': { own: all, anyone: 200 },
  'PUT /api/look': { own: none, superUser: 200, body: () => ({ name: 'Atende Já' }) },
  'GET /api/look/files/:file': { own: all, anyone: 404 },
  'PUT /api/look/pictures/:kind': { own: none, superUser: 200, body: () => ({ content: onePixel }) },
  'DELETE /api/look/pictures/:kind': { own: none, superUser: 200 },

  'GET /api/helps': { own: all },
  'GET /api/helps/list': { own: all },
  'POST /api/helps': { own: none, superUser: 200, body: () => ({ title: 'Filas', video: 'dQw4w9WgXcQ' }) },
  'PUT /api/helps/:id': { own: none, superUser: 200, pathId: 'help', body: () => ({ title: 'Outro' }) },
  'DELETE /api/helps/:id': { own: none, superUser: 200, pathId: 'help' },

  'GET /api/announcements': { own: all, queriesWithId: { cursor: () => 'cursor=1' } },
  'POST /api/announcements': { own: none, superUser: 200, body: () => ({ title: 'Novidade', text: 'Chegou.' }) },
  'POST /api/announcements/read': { own: all },
  'GET /api/announcements/:id': { own: none, superUser: 200, pathId: 'announcement' },
  'PUT /api/announcements/:id': { own: none, superUser: 200, pathId: 'announcement', body: () => ({ title: 'Outra' }) },
  'DELETE /api/announcements/:id': { own: none, superUser: 200, pathId: 'announcement' },
  'POST /api/announcements/:id/media-upload': { own: none, superUser: 200, pathId: 'announcement', form: pictureForm },
  'DELETE /api/announcements/:id/media-upload': { own: none, superUser: 200, pathId: 'announcement' },
}

const newPlan = { name: 'Plano 9', users: 1, connections: 1, queues: 1, value: 9900 }
