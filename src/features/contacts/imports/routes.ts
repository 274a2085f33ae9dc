import { Elysia, t } from 'elysia'
import { documentFileResponse, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { ContactList } from '../lists/model'
import { downloadRefusedRows } from './errors-csv'
import { createListFrom } from './from-source'
import { ContactImport, FileUpload, LayoutInput, ListFromInput, PreviewInput } from './model'
import { getImport, listContactImports, listImports } from './read'
import { downloadSample } from './sample'
import { cancelImport, chooseLayout, importFile, previewImport } from './start'

const access = { can: 'campaign:edit', plan: 'useCampaigns' } as const
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Imports into contact lists. */
export const contactImportRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/contact-lists/sample', () => downloadSample(), { ...access, detail: documentFileResponse(workbook) })
    .post('/contact-lists/from', ({ scope, body }) => createListFrom(scope, body), {
      ...access,
      body: ListFromInput,
      response: ContactList,
    })
    .post('/contact-lists/:id/upload', ({ scope, params, body }) => importFile(scope, params.id, body), {
      ...access,
      params,
      body: FileUpload,
      response: ContactImport,
    })
    .get('/contact-lists/:id/imports', ({ scope, params }) => listImports(scope, params.id), {
      ...access,
      params,
      detail: documentResponse(t.Array(ContactImport)),
    })
    .get('/contact-list-imports/:id', ({ scope, params }) => getImport(scope, params.id, 'list'), {
      ...access,
      params,
      response: ContactImport,
    })
    .put(
      '/contact-list-imports/:id/preview',
      ({ scope, params, body }) => previewImport(scope, params.id, body, 'list'),
      {
        ...access,
        params,
        body: PreviewInput,
        response: ContactImport,
      },
    )
    .put('/contact-list-imports/:id', ({ scope, params, body }) => chooseLayout(scope, params.id, body, 'list'), {
      ...access,
      params,
      body: LayoutInput,
      response: ContactImport,
    })
    .post('/contact-list-imports/:id/cancel', ({ scope, params }) => cancelImport(scope, params.id, 'list'), {
      ...access,
      params,
      response: ContactImport,
    })
    .get('/contact-list-imports/:id/errors', ({ scope, params }) => downloadRefusedRows(scope, params.id, 'list'), {
      ...access,
      params,
      detail: documentFileResponse('text/csv'),
    })

const ofContacts = { can: 'contact:seeNumber' } as const

/** Imports into the contacts, for all users who see numbers, which files are full of; they need no plan. */
export const importIntoContactsRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts/imports' })
    .use(guard(auth))
    .get('/', ({ scope }) => listContactImports(scope), {
      ...ofContacts,
      detail: documentResponse(t.Array(ContactImport)),
    })
    .post('/', ({ scope, body }) => importFile(scope, null, body), {
      ...ofContacts,
      body: FileUpload,
      response: ContactImport,
    })
    .get('/:id', ({ scope, params }) => getImport(scope, params.id, 'contacts'), {
      ...ofContacts,
      params,
      response: ContactImport,
    })
    .put('/:id/preview', ({ scope, params, body }) => previewImport(scope, params.id, body, 'contacts'), {
      ...ofContacts,
      params,
      body: PreviewInput,
      response: ContactImport,
    })
    .put('/:id', ({ scope, params, body }) => chooseLayout(scope, params.id, body, 'contacts'), {
      ...ofContacts,
      params,
      body: LayoutInput,
      response: ContactImport,
    })
    .post('/:id/cancel', ({ scope, params }) => cancelImport(scope, params.id, 'contacts'), {
      ...ofContacts,
      params,
      response: ContactImport,
    })
    .get('/:id/errors', ({ scope, params }) => downloadRefusedRows(scope, params.id, 'contacts'), {
      ...ofContacts,
      params,
      detail: documentFileResponse('text/csv'),
    })
