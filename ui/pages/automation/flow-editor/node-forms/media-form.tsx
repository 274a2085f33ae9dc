import { Alert } from '../../../../components/alert'
import { SwitchField } from '../../../../components/switch-field'
import { createForm, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { MediaPicker } from './media-picker'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'

/** File of an image, audio or video node. */
export function MediaForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { url, original, record } = props.data
  const form = useNodeForm(props, () =>
    createForm({ url: textOf(url), original: textOf(original), record: record === true }, { url: [required] }),
  )
  const field = form.field('url')
  const type = props.type === 'audio' ? 'audio' : props.type === 'video' ? 'video' : 'img'
  const toData = (values: { url: string; original: string; record: boolean }) => ({
    ...props.data,
    ...{ url: values.url, original: values.original },
    ...(type === 'audio' && { record: values.record }),
  })
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <MediaPicker
        type={type}
        mediaId={useValue(field.value)}
        name={useValue(form.field('original').value)}
        asVoice={useValue(form.field('record').value)}
        onPick={(mediaId, name) => {
          field.value.value = mediaId
          form.field('original').value.value = name
        }}
      />
      {type === 'audio' && <SwitchField field={form.field('record')} label={t('flowBuilder.asVoice')} />}
      {useValue(field.problem) && <Alert tone="danger">{t('flowBuilder.partsProblems.emptyFiles')}</Alert>}
    </NodeFields>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
