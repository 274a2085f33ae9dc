import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { idParams as params } from '../../core/http/schemas'
import { ContactList } from '../contact-lists/model'
import { documentFileResponse, documentResponse } from '../openapi/model'
import { downloadRefusedRows } from './errors-csv'
import { createListFrom } from './from-source'
import { ColumnsInput, ContactImport, ListFromInput, ListUpload } from './model'
import { listImports } from './read'
import { downloadSample } from './sample'
import { cancelImport, chooseColumns, importFile } from './start'

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
      body: ListUpload,
      response: ContactImport,
    })
    .get('/contact-lists/:id/imports', ({ scope, params }) => listImports(scope, params.id), {
      ...access,
      params,
      detail: documentResponse(t.Array(ContactImport)),
    })
    .put('/contact-list-imports/:id', ({ scope, params, body }) => chooseColumns(scope, params.id, body), {
      ...access,
      params,
      body: ColumnsInput,
      response: ContactImport,
    })
    .post('/contact-list-imports/:id/cancel', ({ scope, params }) => cancelImport(scope, params.id), {
      ...access,
      params,
      response: ContactImport,
    })
    .get('/contact-list-imports/:id/errors', ({ scope, params }) => downloadRefusedRows(scope, params.id), {
      ...access,
      params,
      detail: documentFileResponse('text/csv'),
    })
