import { admins, all, type Row, supervisors, visible } from '../row'

const newReport = (mail: object | null) => ({
  ...{ name: 'Semana', shared: false, mail },
  report: { days: 7, by: 'queue', sort: 'finished', order: 'desc' },
})

export const reportsRows: Record<string, Row> = {
  'GET /api/audit': { own: admins, queriesWithId: { cursor: () => 'cursor=9000000' } },
  'GET /api/audit/choices': { own: admins },
  'GET /api/audit/export': { own: admins },

  'GET /api/exports': { own: admins },
  'POST /api/exports': { own: admins },
  'POST /api/contacts/:id/data': { own: admins, pathId: 'contact' },
  'GET /api/erasures': { own: admins, queriesWithId: { cursor: () => 'cursor=9000000' } },
  'GET /api/team': { own: supervisors },
  'GET /api/dashboard': { own: supervisors, query: 'days=7' },
  'GET /api/dashboard/parts': { own: supervisors, query: 'days=7&by=tag' },
  'GET /api/dashboard/parts/export': { own: supervisors, query: 'days=7&by=person' },
  'GET /api/dashboard/conversations': {
    own: supervisors,
    query: 'days=7&figure=began',
    queriesWithId: {
      queueId: ({ queue }) => `days=7&figure=began&queueId=${queue}`,
      userId: ({ user }) => `days=7&figure=began&userId=${user}`,
      tagId: ({ tag }) => `days=7&figure=began&tagId=${tag}`,
      whatsappId: ({ whatsapp }) => `days=7&figure=began&whatsappId=${whatsapp}`,
      campaignId: ({ campaign }) => `days=7&figure=began&campaignId=${campaign}`,
      cursor: () => 'days=7&figure=began&cursor=2026-01-01T00:00:00.000Z|9000000',
    },
  },
  'GET /api/dashboard/ratings': { own: supervisors, query: 'days=7' },
  'GET /api/dashboard/export': { own: supervisors, query: 'days=7' },
  'GET /api/dashboard/ticketsUsers': { own: supervisors, query: 'initialDate=2026-01-01&finalDate=2026-01-02' },
  'GET /api/dashboard/ticketsDay': { own: supervisors, query: 'initialDate=2026-01-01&finalDate=2026-01-02' },
  'GET /api/dashboard/reports': { own: supervisors },
  'POST /api/dashboard/reports': {
    own: supervisors,
    body: () => newReport(null),
    bodiesWithId: { 'mail.recipients': (_, { user }) => newReport({ weekday: 1, hour: 8, recipients: [user] }) },
  },
  'PUT /api/dashboard/reports/:id': {
    own: supervisors,
    pathId: 'report',
    body: () => ({ name: 'Outro nome' }),
    bodiesWithId: {
      'mail.recipients': (_, { user }) => ({ mail: { weekday: 1, hour: 8, recipients: [user] } }),
    },
  },
  'PUT /api/dashboard/reports/:id/mail': { own: supervisors, pathId: 'report', body: () => ({ mails: false }) },
  'DELETE /api/dashboard/reports/:id': { own: supervisors, pathId: 'report' },
  'GET /api/stars': {
    own: all,
    queriesWithId: { cursor: ({ message }) => `cursor=2026-01-01T00:00:00.000Z|${message}` },
  },
  'PUT /api/stars/:id': { ...visible, pathId: 'message' },
  'DELETE /api/stars/:id': { ...visible, pathId: 'message' },
  'GET /api/first-steps': { own: admins },
  'POST /api/first-steps/presets': { own: admins, body: () => ({ kind: 'shop' }) },

  'GET /api/search': {
    own: all,
    queriesWithId: {
      contactId: ({ contact }) => `contactId=${contact}`,
      queueId: ({ queue }) => `queueId=${queue}`,
      userId: ({ user }) => `userId=${user}`,
      tagId: ({ tag }) => `tagId=${tag}`,
      cursor: ({ message }) => `q=segredo&cursor=${message}`,
    },
  },
}
