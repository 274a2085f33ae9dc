import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FileList } from '../../../../src/features/inbox/file-lists/model'
import { type Addressee, type CampaignVariable, fillCampaignText } from '../../../../src/shared/campaign/text'
import { limits } from '../../../../src/shared/limits'
import { replaceVariables } from '../../../../src/shared/variables'
import { type ChosenFileValue, useChosenPicture } from '../../../components/file-field'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useSampleOccasion } from '../../../whatsapp-text/sample-occasion'
import { WhatsAppText } from '../../../whatsapp-text/whatsapp-text'
import type { CampaignForm, MessageName } from './campaign-form'
import { type Person, PersonField } from './person-field'

interface PreviewProps {
  form: CampaignForm
  name: MessageName
  /** First person of the chosen list or tag. */
  first: Addressee | null
  variables: CampaignVariable[]
  fileList: FileList | null
}

/** One text with its files as bubbles, as the chosen person reads it; the first recipient before a choice. */
export function Preview({ form, name, first, variables, fileList }: PreviewProps) {
  const { t } = useTranslation()
  const source = {
    contactListId: useValue(form.field('contactListId').value),
    tagId: useValue(form.field('tagId').value),
  }
  const [chosen, setChosen] = useState<Person | null>(null)
  const sample = { name: t('variables.sample'), email: 'maria@exemplo.com.br', number: '5511912345678' }
  const reader: Addressee = chosen ?? first ?? sample
  const text = fillCampaignText(useValue(form.field(name).value).trim(), reader, variables)
  const media = useValue(form.field('media').value)
  const isEmpty = text === '' && !media && !fileList
  return (
    <section aria-label={t('campaigns.previewTitle')} className="flex flex-col gap-3">
      <PersonField source={source} value={chosen} onChange={setChosen} />
      <div className="rounded-md border border-line bg-ground p-3">
        <p className="mb-2 text-faint text-xs">
          {chosen || first ? t('campaigns.preview', { name: reader.name }) : t('campaigns.previewSample')}
        </p>
        {isEmpty && <p className="text-muted text-sm">{t('campaigns.previewEmpty')}</p>}
        <div className="flex flex-col items-end gap-1.5">
          <Message text={text} media={media} />
          {fileList && <FileListBubbles fileList={fileList} name={reader.name} />}
        </div>
      </div>
    </section>
  )
}

/** The file with the text as its caption; a text longer than a caption follows the file. */
function Message({ text, media }: { text: string; media: ChosenFileValue }) {
  const isApart = media !== null && text.length > limits.caption.max
  if (isApart)
    return (
      <>
        <Bubble>
          <File media={media} />
        </Bubble>
        <Bubble>
          <WhatsAppText text={text} />
        </Bubble>
      </>
    )
  if (text === '' && media === null) return null
  return (
    <Bubble>
      {media && <File media={media} />}
      {text !== '' && <WhatsAppText text={text} />}
    </Bubble>
  )
}

function FileListBubbles({ fileList, name }: { fileList: FileList; name: string }) {
  const occasion = { ...useSampleOccasion(), contactName: name, ticket: null }
  const text = replaceVariables(fileList.message, occasion)
  return (
    <>
      {text.trim() !== '' && (
        <Bubble>
          <WhatsAppText text={text} />
        </Bubble>
      )}
      {fileList.options.map(({ id, name, file }) => (
        <Bubble key={id}>
          <FileName name={file ?? name} />
        </Bubble>
      ))}
    </>
  )
}

const Bubble = ({ children }: { children: ReactNode }) => (
  <div className="w-fit max-w-[92%] rounded-lg bg-bubble-out px-3 py-2 text-ink">{children}</div>
)

function File({ media }: { media: NonNullable<ChosenFileValue> }) {
  const picture = useChosenPicture(media)
  if (picture) return <img src={picture} alt="" className="mb-1 max-h-40 rounded-md object-contain" />
  return <FileName name={media.kind === 'kept' ? media.name : media.file.name} />
}

const FileName = ({ name }: { name: string }) => (
  <p className="flex min-w-0 items-center gap-2">
    <FileText aria-hidden className="size-5 shrink-0 text-muted" />
    <span className="min-w-0 wrap-anywhere">{name}</span>
  </p>
)
