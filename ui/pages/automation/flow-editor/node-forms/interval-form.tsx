import { maxInterval } from '../../../../../src/shared/flow/lints'
import { createForm, digits, type Rule } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { NotedField } from './noted-field'

const inRange: Rule<string> = (value) =>
  Number(value) > 0 && Number(value) <= maxInterval ? null : { code: 'refused' }

/** Seconds of an interval: above 0 and at most 120. */
export function IntervalForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { seconds } = readData(props.type, props.data, 'interval')
  const form = useNodeForm(props, () =>
    createForm({ seconds: seconds > 0 ? String(seconds) : '' }, { seconds: [inRange] }),
  )
  const toData = (values: { seconds: string }) => {
    const sec = Number(values.seconds)
    return { ...props.data, sec, label: `Intervalo ${sec} seg.` }
  }
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <NotedField
        field={form.field('seconds')}
        label={t('flowBuilder.seconds')}
        hint={t('flowBuilder.secondsHint')}
        problemText={(value) => t(Number(value) > maxInterval ? 'flowBuilder.secondsMost' : 'flowBuilder.secondsNone')}
        inputMode="numeric"
        mask={(text) => digits(text).slice(0, 4)}
        autoFocus
      />
    </NodeFields>
  )
}
