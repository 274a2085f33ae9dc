import { admins, all, leaders, type Row } from '../row'

export const contactsRows: Record<string, Row> = {
  // The number of none of them is typed: refused where it may be asked, and nobody is forgotten.
  'POST /api/contacts/:id/erase': {
    own: [403, 403, 403, 400],
    path: 'contact',
    body: () => ({ confirmation: 'outra pessoa' }),
  },
  'GET /api/contacts': { own: all, asking: { cursor: ({ contact }) => `cursor=${contact}|` } },
  'POST /api/contacts': { own: all, body: () => ({ name: 'Novo', number: '5511988887777' }) },
  'GET /api/contacts/:id': { own: all, path: 'contact' },
  'PUT /api/contacts/:id': { own: all, path: 'contact', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/contacts/:id': { own: admins, path: 'contact' },
  'GET /api/contacts/list': { own: all },
  'GET /api/contacts/export': { own: all },
  'POST /api/contacts/upload': { own: all, body: () => [{ name: 'Nova', number: '5511977776666' }] },
  'POST /api/contacts/import': { own: all },
  'PUT /api/contacts/spreadsheet': { own: [415, 415, 415, 415], raw: 'no spreadsheet' },
  'GET /api/contacts/:id/belongings': { own: admins, path: 'contact' },
  'GET /api/contacts/:id/tickets': { own: all, path: 'contact' },
  'GET /api/contacts/:id/media': { own: all, path: 'contact' },
  'GET /api/contacts/:id/merges': { own: leaders, path: 'contact' },
  'POST /api/contacts/:id/merge': {
    own: leaders,
    path: 'contact',
    body: ({ free }) => ({ otherId: free }),
    pointing: { otherId: (_, { free }) => ({ otherId: free }) },
  },
  'POST /api/contacts/merges/:id/undo': { own: leaders, path: 'merge' },
}
