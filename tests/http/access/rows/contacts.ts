import { listForm } from '../request-parts'
import { admins, all, type Row, supervisors } from '../row'

export const contactsRows: Record<string, Row> = {
  // The confirmation is not the contact's number, so that no contact is erased.
  'POST /api/contacts/:id/erase': {
    own: [403, 403, 403, 400],
    pathId: 'contact',
    body: () => ({ confirmation: 'outra pessoa' }),
  },
  'GET /api/contacts': { own: all, queriesWithId: { cursor: ({ contact }) => `cursor=${contact}|` } },
  'POST /api/contacts': { own: all, body: () => ({ name: 'Novo', number: '5511988887777' }) },
  'GET /api/contacts/:id': { own: all, pathId: 'contact' },
  'PUT /api/contacts/:id': { own: all, pathId: 'contact', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/contacts/:id': { own: admins, pathId: 'contact' },
  'GET /api/contacts/list': { own: all },
  'GET /api/contacts/export': { own: all },
  'POST /api/contacts/upload': { own: all, body: () => [{ name: 'Nova', number: '5511977776666' }] },
  'POST /api/contacts/import': { own: all },
  'GET /api/contacts/imports': { own: all },
  'POST /api/contacts/imports': { own: all, form: listForm },
  'GET /api/contacts/imports/:id': { own: all, pathId: 'importIntoContacts' },
  // The import has no file: the refusals of others come before it is looked for.
  'PUT /api/contacts/imports/:id/preview': {
    own: [404, 404, 404, 404],
    pathId: 'importIntoContacts',
    body: () => ({ sheet: 0 }),
  },
  'PUT /api/contacts/imports/:id': {
    own: all,
    pathId: 'importIntoContacts',
    body: () => ({ sheet: 0, heading: 1, columns: ['name', 'number'] }),
  },
  'POST /api/contacts/imports/:id/cancel': { own: all, pathId: 'importIntoContacts' },
  'GET /api/contacts/imports/:id/errors': { own: all, pathId: 'importIntoContacts' },
  'GET /api/contacts/:id/belongings': { own: admins, pathId: 'contact' },
  'GET /api/contacts/:id/tickets': { own: all, pathId: 'contact' },
  'GET /api/contacts/:id/media': { own: all, pathId: 'contact' },
  'GET /api/contacts/:id/merges': { own: supervisors, pathId: 'contact' },
  'POST /api/contacts/:id/merge': {
    own: supervisors,
    unseen: [403, 403, 403, 200], // a merge diverts the conversation
    pathId: 'contact',
    body: ({ freeContact }) => ({ otherId: freeContact }),
    bodiesWithId: { otherId: (_, { freeContact }) => ({ otherId: freeContact }) },
  },
  'GET /api/contacts/duplicates': { own: supervisors },
  'POST /api/contacts/:id/distinct': {
    own: supervisors,
    pathId: 'contact',
    body: ({ freeContact }) => ({ otherId: freeContact }),
    bodiesWithId: { otherId: (_, { freeContact }) => ({ otherId: freeContact }) },
  },
  'POST /api/contacts/merges/:id/undo': { own: supervisors, pathId: 'merge' },
}
