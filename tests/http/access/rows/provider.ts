import { picture } from '../request-parts'
import { admins, all, none, type Row } from '../row'

export const providerRows: Record<string, Row> = {
  'GET /api/companies': { own: none, above: 200 },
  'GET /api/companies/list': { own: none, above: 200 },
  'POST /api/companies': {
    own: none,
    above: 200,
    body: () => ({ name: 'Padaria', email: 'dono@padaria.test', password: 'nove violoncelos', planId: 1 }),
  },
  'GET /api/companies/:id': { own: [404, 404, 404, 200], above: 200, path: 'company' },
  'GET /api/companies/listPlan/:id': { own: all, above: 200, path: 'company' },
  'PUT /api/companies/:id': { own: none, above: 200, path: 'company', body: () => ({ name: 'Outro Nome' }) },
  'GET /api/companies/:id/schedules': { own: all, path: 'company' },
  'PUT /api/companies/:id/schedules': { own: admins, path: 'company', body: () => ({ holidays: [] }) },
  'PUT /api/companies/:id/locale': { own: admins, path: 'company', body: () => ({ language: 'es' }) },
  'POST /api/companies/:id/renew': { own: none, above: 200, path: 'company' },
  'POST /api/companies/:id/support': {
    own: none,
    above: 200,
    path: 'company',
    body: () => ({ reason: 'Pediram ajuda' }),
  },
  'GET /api/companies/:id/exports': { own: none, above: 200, path: 'company' },
  'POST /api/companies/:id/exports': { own: none, above: 200, path: 'company' },
  'POST /api/companies/import': { own: none, above: 422, raw: 'no company' },
  'DELETE /api/companies/:id': { own: none, above: 200, path: 'company' },
  'GET /api/support': { own: all },
  'DELETE /api/support/:id': { own: admins, path: 'support' },

  'GET /api/plans/all': { own: none, above: 200 },
  'POST /api/plans': { own: none, above: 200, body: () => newPlan },
  'GET /api/plans/:id': { own: none, above: 200, path: 'plan' },
  'PUT /api/plans/:id': { own: none, above: 200, path: 'plan', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/plans/:id': { own: none, above: 200, path: 'plan' },

  'GET /api/helps': { own: all },
  'GET /api/helps/list': { own: all },
  'POST /api/helps': { own: none, above: 200, body: () => ({ title: 'Filas', video: 'dQw4w9WgXcQ' }) },
  'PUT /api/helps/:id': { own: none, above: 200, path: 'help', body: () => ({ title: 'Outro' }) },
  'DELETE /api/helps/:id': { own: none, above: 200, path: 'help' },

  'GET /api/announcements': { own: all, asking: { cursor: () => 'cursor=1' } },
  'POST /api/announcements': { own: none, above: 200, body: () => ({ title: 'Novidade', text: 'Chegou.' }) },
  'POST /api/announcements/read': { own: all },
  'GET /api/announcements/:id': { own: none, above: 200, path: 'announcement' },
  'PUT /api/announcements/:id': { own: none, above: 200, path: 'announcement', body: () => ({ title: 'Outra' }) },
  'DELETE /api/announcements/:id': { own: none, above: 200, path: 'announcement' },
  'POST /api/announcements/:id/media-upload': { own: none, above: 200, path: 'announcement', form: picture },
  'DELETE /api/announcements/:id/media-upload': { own: none, above: 200, path: 'announcement' },
}

const newPlan = { name: 'Plano 9', users: 1, connections: 1, queues: 1, value: 9900 }
