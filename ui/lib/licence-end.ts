import type { TFunction } from 'i18next'
import type { Me } from '../../src/features/accounts/auth/model'
import { dueDay } from './time'

/** Text with the last day of the trial, or of the licence; a payment ends the trial. */
export const licenceEnd = (t: TFunction, { dueDate, trialExpiration }: Me['company']) =>
  trialExpiration
    ? t('shell.trialEnd', { date: dueDay(trialExpiration) })
    : t('shell.dueDate', { date: dueDay(dueDate) })
