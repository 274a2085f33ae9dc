import type { TFunction } from 'i18next'
import type { Fault } from '../../src/shared/flow/fault'

/** Sentence that tells why a flow is refused. */
export const faultText = (t: TFunction, { reason }: Pick<Fault, 'reason'>): string => t(`flowFaults.${reason}`)
