import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Flow } from './flows/model'
import type { FlowCampaign } from './flows/phrases/model'
import type { FlowReplay } from './flows/replays/model'
import type { QueueIntegration } from './integrations/model'
import type { Prompt } from './prompts/model'
import type { Queue } from './queues/model'

/** Events of automation: entity → payload. */
declare module '../../core/events' {
  interface Events {
    queue: { action: 'create' | 'update'; queue: Queue } | { action: 'delete'; queueId: number }
    /** To those who may edit integrations; secrets are masked. */
    queueIntegration:
      | { action: 'create' | 'update'; queueIntegration: QueueIntegration }
      | { action: 'delete'; integrationId: number }
    /** To those who may edit flows. */
    flow: { action: 'create' | 'update'; flow: Flow } | { action: 'delete'; flowId: number }
    /** Progress of a replay, to those who may edit flows. */
    flowReplay: { action: 'update'; replay: FlowReplay }
    /** Users who have the editor of a flow on screen, to each other. */
    flowEditors: { action: 'editors'; flowId: number; editors: { id: number; name: string }[] }
    flowCampaign:
      | { action: 'create' | 'update'; flowCampaign: FlowCampaign }
      | { action: 'delete'; flowCampaignId: number }
    /** To those who may edit prompts; of the key only the last characters. */
    prompt: { action: 'create' | 'update'; prompt: Prompt } | { action: 'delete'; promptId: number }
    /** To those who may edit prompts: the service refused a prompt's key, once per key; or a call exceeded the budget. */
    promptAlert:
      | { action: 'keyRefused'; service: 'model' | 'voice'; promptId: number; name: string }
      | { action: 'budget' }
    /**
     * To those who may edit integrations: one gave no usable answer, or one of no known shape, once until it answers
     * again; or a webhook that failed for days was switched off.
     */
    integrationAlert:
      | { action: 'failed' | 'notUnderstood'; integrationId: number; name: string }
      | { action: 'webhookDisabled'; webhookId: number; name: string }
  }
}

/** Payload of each event for one viewer. */
export const automationEvents = {
  queue: (_, payload) => payload,
  flow: (viewer, payload) => (can(viewer, 'flow:edit') ? payload : null),
  flowEditors: (viewer, payload) => (can(viewer, 'flow:edit') ? payload : null),
  flowCampaign: (viewer, payload) => (can(viewer, 'flow:edit') ? payload : null),
  flowReplay: (viewer, payload) => (can(viewer, 'flow:edit') ? payload : null),
  queueIntegration: (viewer, payload) => (can(viewer, 'integration:edit') ? payload : null),
  prompt: (viewer, payload) => (can(viewer, 'prompt:edit') ? payload : null),
  promptAlert: (viewer, payload) => (can(viewer, 'prompt:edit') ? payload : null),
  integrationAlert: (viewer, payload) => (can(viewer, 'integration:edit') ? payload : null),
} satisfies Partial<Visibility>
