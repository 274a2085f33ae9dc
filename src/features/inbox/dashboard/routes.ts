import { Elysia } from 'elysia'
import { documentFileResponse, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import type { Scope } from '../../../core/scope'
import { ticketsDay, ticketsUsers } from './charts'
import { compareDashboard } from './compare'
import { exportDashboard } from './export'
import { listFigureConversations } from './figure-conversations'
import {
  ChartQuery,
  ComparedDashboard,
  DashboardQuery,
  ExportQuery,
  RatingsQuery,
  TicketsDay,
  TicketsUsers,
} from './model'
import { FigureConversations, FigureQuery, Parts, PartsExportQuery, PartsQuery } from './part-model'
import { listParts } from './parts'
import { exportParts } from './parts-export'
import { exportRatings } from './ratings-export'
import { getDashboard } from './service'

const chart = (scope: Scope, { initialDate, finalDate }: ChartQuery) =>
  getDashboard(scope, { date_from: initialDate, date_to: finalDate })

export const dashboardRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/dashboard' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => compareDashboard(scope, query), {
      can: 'dashboard:view',
      query: DashboardQuery,
      response: ComparedDashboard,
    })
    .get('/export', async ({ scope, query }) => exportDashboard(scope, await getDashboard(scope, query), query), {
      can: 'dashboard:export',
      query: ExportQuery,
      detail: documentFileResponse('text/csv'),
    })
    .get('/parts', ({ scope, query }) => listParts(scope, query), {
      can: 'dashboard:view',
      query: PartsQuery,
      response: Parts,
    })
    .get('/parts/export', ({ scope, query }) => exportParts(scope, query), {
      can: 'dashboard:export',
      query: PartsExportQuery,
      detail: documentFileResponse('text/csv'),
    })
    .get('/conversations', ({ scope, query }) => listFigureConversations(scope, query), {
      can: 'dashboard:view',
      query: FigureQuery,
      response: FigureConversations,
    })
    .get('/ratings', ({ scope, query }) => exportRatings(scope, query, query.format), {
      can: 'dashboard:export',
      query: RatingsQuery,
      detail: documentFileResponse('text/csv'),
    })
    .get('/ticketsUsers', async ({ scope, query }) => ticketsUsers(await chart(scope, query)), {
      can: 'dashboard:view',
      query: ChartQuery,
      detail: documentResponse(TicketsUsers),
    })
    .get('/ticketsDay', async ({ scope, query }) => ticketsDay(await chart(scope, query)), {
      can: 'dashboard:view',
      query: ChartQuery,
      detail: documentResponse(TicketsDay),
    })
