import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { bytePace } from '../../../core/process/byte-pace'
import { freeingChunks } from '../../../core/process/chunk-memory'
import { importCompany } from './company/company-import'
import { DataExport, ImportQuery } from './model'
import { companyScope, exportCompany, exportContact, listExports } from './service'

/** The imported company: its new id and its name here. */
const Arrived = t.Object({ id: t.Number(), name: t.String() })
const Exports = t.Object({ exports: t.Array(DataExport) })

export const exportRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/exports', ({ scope }) => listExports(scope), { can: 'company:export', detail: documentResponse(Exports) })
    .post('/exports', ({ scope }) => exportCompany(scope), {
      can: 'company:export',
      detail: documentResponse(DataExport),
    })
    .post('/contacts/:id/data', ({ scope, params }) => exportContact(scope, params.id), {
      can: 'company:export',
      params,
      detail: documentResponse(DataExport),
    })
    .get(
      '/companies/:id/exports',
      async ({ scope, platform, params }) => listExports(await companyScope(platform, scope, params.id)),
      { super: true, params, detail: documentResponse(Exports) },
    )
    .post(
      '/companies/:id/exports',
      async ({ scope, platform, params }) => exportCompany(await companyScope(platform, scope, params.id)),
      { super: true, params, detail: documentResponse(DataExport) },
    )
    // Streams the body to disk: an archive may be as large as all data of a company.
    .post(
      '/companies/import',
      ({ scope, platform, me, request, query, server }) => {
        server?.timeout(request, 0) // checking a large archive takes long, and sends nothing meanwhile
        const body = request.body && bytePace.pieces(scope.companyId, freeingChunks(request.body))
        return importCompany(platform, body, { ...query, me, address: scope.address })
      },
      { super: true, parse: 'none', query: ImportQuery, detail: documentResponse(Arrived) },
    )
