import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { importAddressBook } from './address-book'
import { countBelongings, listFilesOf, listTicketsOf } from './belongings'
import { exportContacts } from './export'
import { ContactInput, ContactQuery, ContactRows, MergeInput, NameQuery, OfContactQuery } from './model'
import { listContacts, suggestContacts } from './search'
import { createContact, deleteContact, getContact, updateContact } from './service'
import { readSpreadsheet } from './spreadsheet'
import { undoMerge } from './undo'
import { listMerges, uniteContacts } from './unite'
import { uploadContacts } from './upload'

export const contactRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listContacts(scope, query), { auth: true, query: ContactQuery })
    .post('/', ({ scope, body }) => createContact(scope, body), { auth: true, body: ContactInput })
    .get('/list', ({ scope, query }) => suggestContacts(scope, query.searchParam ?? ''), {
      auth: true,
      query: NameQuery,
    })
    .get('/export', ({ scope }) => exportContacts(scope), { auth: true })
    .post('/upload', ({ scope, body }) => uploadContacts(scope, body), { auth: true, body: ContactRows })
    .post('/import', ({ scope }) => importAddressBook(scope), { auth: true })
    // What a file says, nothing stored: whoever imports sees first what would become of it.
    .put('/spreadsheet', ({ request }) => readSpreadsheet(request.body), { auth: true, parse: 'none' })
    .post('/merges/:id/undo', ({ scope, params }) => undoMerge(scope, params.id), { can: 'contact:merge', params })
    .get('/:id', ({ scope, params }) => getContact(scope, params.id), { auth: true, params })
    .put('/:id', ({ scope, params, body }) => updateContact(scope, params.id, body), {
      auth: true,
      params,
      body: t.Partial(ContactInput, something),
    })
    .delete('/:id', ({ scope, params }) => deleteContact(scope, params.id), { can: 'contact:delete', params })
    .get('/:id/belongings', ({ scope, params }) => countBelongings(scope, params.id), { can: 'contact:delete', params })
    .get('/:id/tickets', ({ scope, params, query }) => listTicketsOf(scope, params.id, query), {
      auth: true,
      params,
      query: OfContactQuery,
    })
    .get('/:id/media', ({ scope, params, query }) => listFilesOf(scope, params.id, query), {
      auth: true,
      params,
      query: OfContactQuery,
    })
    .get('/:id/merges', ({ scope, params }) => listMerges(scope, params.id), { can: 'contact:merge', params })
    .post('/:id/merge', ({ scope, params, body }) => uniteContacts(scope, params.id, body.otherId), {
      can: 'contact:merge',
      params,
      body: MergeInput,
    })
