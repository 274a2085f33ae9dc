import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { Deleted, documentFileResponse, documentResponse } from '../openapi/model'
import { importAddressBook } from './address-book'
import { countBelongings, listTicketsOfContact } from './belongings'
import { exportContacts } from './export'
import { listMerges, mergeContactsByHand } from './merge-by-person'
import {
  Belongings,
  Contact,
  ContactInput,
  ContactNames,
  ContactPage,
  ContactQuery,
  ContactRows,
  ImportResult,
  MergeInput,
  MergeList,
  MergeResult,
  MergeUndone,
  NameQuery,
  OfContactQuery,
  Sheet,
  TicketsOfContact,
  UploadResult,
} from './model'
import { listContacts, suggestContacts } from './search'
import { createContact, deleteContact, getContact, updateContact } from './service'
import { readSpreadsheet } from './spreadsheet'
import { undoMerge } from './undo-merge'
import { uploadContacts } from './upload'

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
    .get('/export', ({ scope }) => exportContacts(scope), { auth: true, detail: documentFileResponse('text/csv') })
    .post('/upload', ({ scope, body }) => uploadContacts(scope, body), {
      auth: true,
      body: ContactRows,
      detail: documentResponse(UploadResult),
    })
    .post('/import', ({ scope }) => importAddressBook(scope), { auth: true, detail: documentResponse(ImportResult) })
    // Returns the rows of a spreadsheet and stores nothing, for the preview before an upload.
    .put('/spreadsheet', ({ scope, request }) => readSpreadsheet(scope, request.body), {
      auth: true,
      parse: 'none',
      detail: documentResponse(Sheet),
    })
    .post('/merges/:id/undo', ({ scope, params }) => undoMerge(scope, params.id), {
      can: 'contact:merge',
      params,
      detail: documentResponse(MergeUndone),
    })
    .get('/:id', ({ scope, params }) => getContact(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Contact),
    })
    .put('/:id', ({ scope, params, body }) => updateContact(scope, params.id, body), {
      auth: true,
      params,
      body: t.Partial(ContactInput, atLeastOneField),
      detail: documentResponse(Contact),
    })
    .delete('/:id', ({ scope, params }) => deleteContact(scope, params.id), {
      can: 'contact:delete',
      params,
      detail: documentResponse(Deleted),
    })
    .get('/:id/belongings', ({ scope, params }) => countBelongings(scope, params.id), {
      can: 'contact:delete',
      params,
      detail: documentResponse(Belongings),
    })
    .get('/:id/tickets', ({ scope, params, query }) => listTicketsOfContact(scope, params.id, query), {
      auth: true,
      params,
      query: OfContactQuery,
      detail: documentResponse(TicketsOfContact),
    })
    .get('/:id/merges', ({ scope, params }) => listMerges(scope, params.id), {
      can: 'contact:merge',
      params,
      detail: documentResponse(MergeList),
    })
    .post('/:id/merge', ({ scope, params, body }) => mergeContactsByHand(scope, params.id, body.otherId), {
      can: 'contact:merge',
      params,
      body: MergeInput,
      detail: documentResponse(MergeResult),
    })
