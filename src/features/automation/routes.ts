import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { firstStepsRoutes } from './first-steps/routes'
import { flowCaseRoutes } from './flows/cases/routes'
import { flowFileRoutes } from './flows/files/routes'
import { flowPhraseRoutes } from './flows/phrases/routes'
import { flowReplayRoutes } from './flows/replays/routes'
import { flowRoutes } from './flows/routes'
import { flowRunRoutes } from './flows/runs/routes'
import { flowTrialRoutes } from './flows/trial/routes'
import { integrationRoutes } from './integrations/routes'
import { promptRoutes } from './prompts/routes'
import { queueOptionRoutes } from './queues/options/routes'
import { queueRoutes } from './queues/routes'
import { readyFlowRoutes } from './ready-flows/routes'

/** Routes of first steps, queues and their options, flows, prompts and integrations. */
export const automationRoutes = (auth: Auth) =>
  routeGroup((api) =>
    api
      .use(firstStepsRoutes(auth))
      .use(queueRoutes(auth))
      .use(queueOptionRoutes(auth))
      .use(integrationRoutes(auth))
      .use(flowRoutes(auth))
      .use(flowPhraseRoutes(auth))
      .use(flowTrialRoutes(auth))
      .use(flowReplayRoutes(auth))
      .use(flowFileRoutes(auth))
      .use(flowRunRoutes(auth))
      .use(readyFlowRoutes(auth))
      .use(flowCaseRoutes(auth))
      .use(promptRoutes(auth)),
  )
