import { Elysia } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { importCompany } from './company-arrival'
import { ImportQuery } from './model'
import { companyScope, exportCompany, exportContact, listExports } from './service'

export const exportRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/exports', ({ scope }) => listExports(scope), { can: 'privacy:edit' })
    .post('/exports', ({ scope }) => exportCompany(scope), { can: 'company:export' })
    .post('/contacts/:id/data', ({ scope, params }) => exportContact(scope, params.id), { can: 'privacy:edit', params })
    .get(
      '/companies/:id/exports',
      async ({ scope, platform, params }) => listExports(await companyScope(platform, scope, params.id)),
      { super: true, params },
    )
    .post(
      '/companies/:id/exports',
      async ({ scope, platform, params }) => exportCompany(await companyScope(platform, scope, params.id)),
      { super: true, params },
    )
    // Streams to the disk: it may be as large as everything a company has.
    .post(
      '/companies/import',
      ({ scope, platform, me, request, query, server }) => {
        server?.timeout(request, 0) // examining much takes long, and nothing is said meanwhile
        return importCompany(platform, request.body, { ...query, me, address: scope.address })
      },
      { super: true, parse: 'none', query: ImportQuery },
    )
