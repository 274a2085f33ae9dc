import type { Scope } from '../../../../core/scope'
import type { Origin } from '../../../../shared/enums'
import { readCompanyState } from '../../../platform/company/state'

/** Origins of texts that no person and no request sends. Schedules and campaigns wait before they come this far. */
const automatic: readonly Origin[] = ['bot', 'integration', 'flow', 'system']

/**
 * True while a text of this origin may be stored to be sent: an automatic one only with a valid licence (docs/adr/0021).
 * Asked for each text by `createOutboundMessages`; earlier by work that also stores that it has sent one.
 */
export const mayBeSent = async (scope: Scope, origin: Origin): Promise<boolean> =>
  !automatic.includes(origin) || (await readCompanyState(scope)).mayAct
