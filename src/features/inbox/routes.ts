import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { boardRoutes } from './board/routes'
import { chatRoutes } from './chats/routes'
import { contactMergeRoutes } from './contact-merges/routes'
import { contactTicketRoutes } from './contact-tickets/routes'
import { dashboardRoutes } from './dashboard/routes'
import { fileRoutes } from './file-lists/routes'
import { macroRoutes } from './macros/routes'
import { draftRoutes } from './messages/drafts/routes'
import { contactFileRoutes } from './messages/read/contact-files-routes'
import { messageRoutes } from './messages/routes'
import { noteRoutes } from './notes/routes'
import { proposalRoutes } from './proposals/routes'
import { quickMessageRoutes } from './quick-messages/routes'
import { reportRoutes } from './reports/routes'
import { scheduleRoutes } from './schedules/routes'
import { searchRoutes } from './search/everything/routes'
import { starRoutes } from './stars/routes'
import { teamRoutes } from './team/routes'
import { ticketRoutes } from './tickets/routes'
import { transferRoutes } from './tickets/transfers/routes'
import { ticketViewRoutes } from './tickets/views/routes'

/** Routes of tickets, messages, search, board, team, dashboard and the other tools of agents. */
export const inboxRoutes = (auth: Auth) =>
  routeGroup((api) =>
    api
      .use(dashboardRoutes(auth))
      .use(reportRoutes(auth))
      .use(teamRoutes(auth))
      .use(fileRoutes(auth))
      .use(ticketRoutes(auth))
      .use(transferRoutes(auth))
      .use(macroRoutes(auth))
      .use(draftRoutes(auth))
      .use(ticketViewRoutes(auth))
      .use(messageRoutes(auth))
      .use(starRoutes(auth))
      .use(contactFileRoutes(auth))
      .use(noteRoutes(auth))
      .use(proposalRoutes(auth))
      .use(contactTicketRoutes(auth))
      .use(contactMergeRoutes(auth))
      .use(searchRoutes(auth))
      .use(quickMessageRoutes(auth))
      .use(scheduleRoutes(auth))
      .use(chatRoutes(auth))
      .use(boardRoutes(auth)),
  )
