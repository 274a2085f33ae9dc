import { admins, all, type Row, supervisors } from '../row'

export const optOutsRows: Record<string, Row> = {
  'GET /api/opt-outs': { own: supervisors, queriesWithId: { cursor: ({ optOut }) => `cursor=${optOut + 1}` } },
  'GET /api/opt-outs/export': { own: supervisors },
  'POST /api/opt-outs': { own: all, body: () => ({ number: '5511944443333', reason: 'Pediu por telefone' }) },
  'POST /api/opt-outs/import': { own: admins, body: () => ({ numbers: ['5511944442222', '?'] }) },
  'DELETE /api/opt-outs/:id': {
    own: admins,
    unseen: [403, 403, 403, 400],
    pathId: 'optOut',
    body: () => ({ confirmation: '5511933330000', reason: 'Pediu para voltar' }),
  },
}
