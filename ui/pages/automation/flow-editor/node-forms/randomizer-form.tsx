import { Slider } from '../../../../components/slider'
import { createForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'

/** Share of the first way out, 0 to 100 in steps of 10; the other one has the rest. */
export function RandomizerForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const read = readData(props.type, props.data, 'randomizer')
  const form = useNodeForm(props, () => createForm({ percent: Math.round(read.percent / 10) * 10 }))
  const field = form.field('percent')
  const percent = useValue(field.value)
  return (
    <NodeFields {...props} form={form} toData={(values) => ({ ...props.data, ...values })}>
      <Slider
        label={t('flowBuilder.percent')}
        min={0}
        max={100}
        step={10}
        value={percent}
        valueText={`${percent}%`}
        onChange={(value) => {
          field.value.value = value
        }}
      />
      <p className="flex justify-between tabular-nums">
        <span>A: {percent}%</span>
        <span>B: {100 - percent}%</span>
      </p>
    </NodeFields>
  )
}
