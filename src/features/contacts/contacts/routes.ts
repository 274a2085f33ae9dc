import { Elysia } from 'elysia'
import { Deleted, documentFileResponse, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { importAddressBook } from './address-book'
import {
  Contact,
  ContactInput,
  ContactNames,
  ContactPage,
  ContactQuery,
  ContactRows,
  ImportResult,
  NameQuery,
  UploadResult,
} from './model'
import { listContacts, suggestContacts } from './search'
import { createContact, deleteContact, getContact, updateContact } from './service'
import { exportContacts } from './spreadsheet/export'
import { uploadContacts } from './spreadsheet/upload'

export const contactRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listContacts(scope, query), {
      auth: true,
      query: ContactQuery,
      detail: documentResponse(ContactPage),
    })
    .post('/', ({ scope, body }) => createContact(scope, body), {
      auth: true,
      body: ContactInput,
      detail: documentResponse(Contact),
    })
    .get('/list', ({ scope, query }) => suggestContacts(scope, query.searchParam ?? ''), {
      auth: true,
      query: NameQuery,
      detail: documentResponse(ContactNames),
    })
    .get('/export', ({ scope }) => exportContacts(scope), {
      can: 'contact:export',
      detail: documentFileResponse('text/csv'),
    })
    .post('/upload', ({ scope, body }) => uploadContacts(scope, body), {
      can: 'contact:seeNumber',
      body: ContactRows,
      detail: documentResponse(UploadResult),
    })
    .post('/import', ({ scope }) => importAddressBook(scope), { auth: true, detail: documentResponse(ImportResult) })
    .get('/:id', ({ scope, params }) => getContact(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Contact),
    })
    .put('/:id', ({ scope, params, body }) => updateContact(scope, params.id, body), {
      auth: true,
      params,
      body: changeOf(ContactInput),
      detail: documentResponse(Contact),
    })
    .delete('/:id', ({ scope, params }) => deleteContact(scope, params.id), {
      can: 'contact:delete',
      params,
      detail: documentResponse(Deleted),
    })
