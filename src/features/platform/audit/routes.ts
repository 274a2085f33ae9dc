import { Elysia, t } from 'elysia'
import { documentFileResponse, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { exportAudit } from './export'
import { auditChoices, listAudit } from './list'
import { AuditChoices, AuditFilter, AuditLine, AuditQuery } from './model'

export const auditRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/audit' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listAudit(scope, query), {
      can: 'audit:view',
      query: AuditQuery,
      detail: documentResponse(t.Object({ lines: t.Array(AuditLine), ...pageFields })),
    })
    .get('/choices', ({ scope }) => auditChoices(scope), { can: 'audit:view', detail: documentResponse(AuditChoices) })
    .get('/export', ({ scope, query }) => exportAudit(scope, query), {
      can: 'audit:export',
      query: AuditFilter,
      detail: documentFileResponse('text/csv'),
    })
