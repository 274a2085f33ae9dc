import { Elysia } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { exportFlow } from './export-flow'
import { importFlow } from './import-flow'
import { ExportedFlow, FlowExportQuery, FlowImportQuery, ImportedFlow } from './model'

const access = { can: 'flow:edit', plan: 'useIntegrations' } as const

/** Flows as files. */
export const flowFileRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder' })
    .use(guard(auth))
    .get('/flow/:id/export', ({ scope, params, query }) => exportFlow(scope, params.id, query.media !== 'none'), {
      ...access,
      params,
      query: FlowExportQuery,
      detail: documentResponse(ExportedFlow),
    })
    // Streams the body to disk: a parser reads the file there.
    .post('/import', ({ scope, request, query }) => importFlow(scope, request.body, query.name), {
      ...access,
      parse: 'none',
      query: FlowImportQuery,
      detail: documentResponse(ImportedFlow),
    })
