import { useValue } from '../../../lib/use-value'
import { type SettingsForm, settingsOf } from './settings-form'

/** Settings as they are on screen. */
export const useFormSettings = (form: SettingsForm) =>
  settingsOf({
    basis: useValue(form.field('basis').value),
    messageInterval: useValue(form.field('messageInterval').value),
    longerIntervalAfter: useValue(form.field('longerIntervalAfter').value),
    greaterInterval: useValue(form.field('greaterInterval').value),
    hourlyCap: useValue(form.field('hourlyCap').value),
    dailyCap: useValue(form.field('dailyCap').value),
    windowStart: useValue(form.field('windowStart').value),
    windowEnd: useValue(form.field('windowEnd').value),
    windowDays: useValue(form.field('windowDays').value),
    warmUp: useValue(form.field('warmUp').value),
    variables: useValue(form.field('variables').value),
  })
