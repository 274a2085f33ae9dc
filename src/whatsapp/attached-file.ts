import type { proto } from '@whiskeysockets/baileys'
import type { Unwrapped } from './unwrap'

type Message = proto.IMessage

/** Kinds of content that are a file. */
export const fileKinds = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const
export type FileKind = (typeof fileKinds)[number]

/** A file of a message, by the kind that decides its keys. */
export interface AttachedFile {
  kind: FileKind
  part: object
}

interface Header {
  imageMessage?: proto.Message.IImageMessage | null
  videoMessage?: proto.Message.IVideoMessage | null
  documentMessage?: proto.Message.IDocumentMessage | null
}

/** Returns the file of a message: its content, or the picture, video or document above the text of a message with buttons. */
export function attachedFile({ message, kind }: Pick<Unwrapped, 'message' | 'kind'>): AttachedFile | null {
  const own = fileKinds.find((name) => name === kind)
  if (own) return { kind: own, part: message[own] ?? {} }
  const header = headerOf(message, kind)
  const found =
    header && (['imageMessage', 'videoMessage', 'documentMessage'] as const).find((name) => isFile(header[name]))
  return header && found ? { kind: found, part: header[found] ?? {} } : null
}

/** False for a part without the key to its file, of which only the texts can be shown. */
const isFile = (part: proto.Message.IImageMessage | null | undefined) =>
  !!part?.mediaKey?.length && !!(part.directPath || part.url)

function headerOf(message: Message, kind: keyof Message): Header | null | undefined {
  const { buttonsMessage, templateMessage: template, interactiveMessage, productMessage } = message
  if (kind === 'buttonsMessage') return buttonsMessage
  if (kind === 'interactiveMessage') return interactiveHeader(interactiveMessage)
  if (kind === 'templateMessage')
    return (
      template?.hydratedTemplate ??
      template?.hydratedFourRowTemplate ??
      template?.fourRowTemplate ??
      interactiveHeader(template?.interactiveMessageTemplate)
    )
  if (kind === 'productMessage')
    return { imageMessage: productMessage?.product?.productImage ?? productMessage?.catalog?.catalogImage }
}

function interactiveHeader(part: proto.Message.IInteractiveMessage | null | undefined): Header | null | undefined {
  const { header } = part ?? {}
  const product = header?.productMessage?.product?.productImage
  return product ? { imageMessage: product } : header
}
