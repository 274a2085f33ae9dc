import { routeGroup } from '../../core/http/route-group'
import type { Authenticator } from '../accounts/auth/authenticator'
import { mcpRoutes } from './mcp/routes'
import type { Routes } from './openapi/document'
import { openApiRoutes } from './openapi/routes'
import { sendApiRoutes } from './send-api/routes'
import { describeWebhooks } from './webhooks/event-model'
import { webhookRoutes } from './webhooks/routes'

/** Routes for programs: the API document, the send API, the MCP server, webhooks. */
export const apiRoutes = (auth: Authenticator, whole: Routes, version: string) =>
  routeGroup((api) =>
    api
      .use(openApiRoutes(whole, describeWebhooks))
      .use(sendApiRoutes(auth))
      .use(mcpRoutes(auth, version))
      .use(webhookRoutes(auth)),
  )
