import { Elysia } from 'elysia'
import { type Auth, guard } from '../../core/http'
import { exportAudit } from './export'
import { auditChoices, listAudit } from './list'
import { AuditFilter, AuditQuery } from './model'

export const auditRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/audit' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listAudit(scope, query), { can: 'audit:view', query: AuditQuery })
    .get('/choices', ({ scope }) => auditChoices(scope), { can: 'audit:view' })
    .get('/export', ({ scope, query }) => exportAudit(scope, query), { can: 'audit:view', query: AuditFilter })
