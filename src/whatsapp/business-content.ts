import type { proto } from '@whiskeysockets/baileys'
import { toNumber } from './field-values'
import { addParameters, amount } from './flow-parameters'
import { Nesting } from './nesting'
import { TextLines } from './text-lines'

type Interactive = proto.Message.IInteractiveMessage
type Hydrated = proto.Message.TemplateMessage.IHydratedFourRowTemplate
type Hsm = proto.Message.IHighlyStructuredMessage

/** Depth of the template that is read: a structured message contains one, whose parts are structured messages. */
const nesting = new Nesting()
/** Maximum number of cards of a carousel that are read. */
const maxCards = 20

/** Text of a message with buttons: header, text, buttons, footer. */
export function buttonsText(part: proto.Message.IButtonsMessage): string {
  const lines = new TextLines().add(part.text)
  addHeader(lines, part)
  lines.add(part.contentText).each(part.buttons, (button) => {
    lines.option(button.buttonText?.displayText)
    addParameters(lines, button.nativeFlowInfo?.paramsJson)
  })
  return lines.add(part.footerText).toString()
}

/** Text of a list: title, text, sections with their rows, footer. */
export function listText(part: proto.Message.IListMessage): string {
  const lines = new TextLines().add(part.title).add(part.description).option(part.buttonText)
  lines.each(part.sections, ({ title, rows }) => {
    lines.add(title)
    lines.each(rows, (row) => lines.link(row.title, row.description))
  })
  lines.each(part.productListInfo?.productSections, ({ title }) => lines.add(title))
  return lines.add(part.footerText).toString()
}

/** Text of a template: title, text, buttons with link or number, footer. */
export function templateText(part: proto.Message.ITemplateMessage): string {
  const lines = new TextLines()
  const hydrated = part.hydratedTemplate ?? part.hydratedFourRowTemplate
  if (hydrated) addHydrated(lines, hydrated)
  else if (part.interactiveMessageTemplate) addInteractive(lines, part.interactiveMessageTemplate)
  else if (part.fourRowTemplate) addFourRows(lines, part.fourRowTemplate)
  return lines.toString()
}

function addHydrated(lines: TextLines, part: Hydrated) {
  lines.add(part.hydratedTitleText)
  addHeader(lines, part)
  lines.add(part.hydratedContentText).each(part.hydratedButtons, ({ quickReplyButton, urlButton, callButton }) => {
    lines.option(quickReplyButton?.displayText)
    if (urlButton) lines.link(urlButton.displayText, urlButton.url)
    if (callButton) lines.link(callButton.displayText, callButton.phoneNumber)
  })
  lines.add(part.hydratedFooterText)
}

function addFourRows(lines: TextLines, part: proto.Message.TemplateMessage.IFourRowTemplate) {
  addStructured(lines, part.highlyStructuredMessage)
  addHeader(lines, part)
  addStructured(lines, part.content)
  lines.each(part.buttons, ({ quickReplyButton, urlButton, callButton }) => {
    for (const text of [quickReplyButton?.displayText, urlButton?.displayText, urlButton?.url])
      addStructured(lines, text)
    for (const text of [callButton?.displayText, callButton?.phoneNumber]) addStructured(lines, text)
  })
  addStructured(lines, part.footer)
}

/** Text of a structured message: the template that it was filled into, or its parameters. */
export function structuredText(part: Hsm): string {
  const lines = new TextLines()
  addStructured(lines, part)
  return lines.toString()
}

function addStructured(lines: TextLines, part: Hsm | null | undefined) {
  if (!part) return
  const { hydratedHsm } = part
  if (hydratedHsm) lines.add(nesting.within(() => templateText(hydratedHsm), ''))
  lines.each(part.params, (param) => lines.add(param))
  lines.each(part.localizableParams, ({ default: text, currency }) => {
    lines.add(text)
    if (currency) lines.add(money(currency.currencyCode, currency.amount1000))
  })
}

/** Text of an interactive message: header, text, buttons of its flow, cards, footer. */
export function interactiveText(part: Interactive): string {
  const lines = new TextLines()
  addInteractive(lines, part)
  return lines.toString()
}

function addInteractive(lines: TextLines, part: Interactive, isCard = false) {
  const { header, body, footer, nativeFlowMessage: flow, carouselMessage } = part
  lines.add(header?.title).add(header?.subtitle)
  if (header) addHeader(lines, header)
  lines.add(body?.text).each(flow?.buttons, ({ buttonParamsJson }) => addParameters(lines, buttonParamsJson))
  addParameters(lines, flow?.messageParamsJson)
  if (!isCard)
    lines.each((carouselMessage?.cards ?? []).slice(0, maxCards), (card) => addInteractive(lines, card, true))
  lines.add(footer?.text)
}

interface Header {
  documentMessage?: proto.Message.IDocumentMessage | null
  imageMessage?: proto.Message.IImageMessage | null
  videoMessage?: proto.Message.IVideoMessage | null
  locationMessage?: proto.Message.ILocationMessage | null
  productMessage?: proto.Message.IProductMessage | null
}

/** Adds the texts of the file, place or product at the top of a message. */
function addHeader(lines: TextLines, part: Header) {
  const { documentMessage: document, imageMessage, videoMessage, locationMessage: place, productMessage } = part
  if (document) lines.add(document.fileName ?? document.title).add(document.caption)
  lines.add(imageMessage?.caption).add(videoMessage?.caption)
  if (place) addPlace(lines, place)
  if (productMessage) addProduct(lines, productMessage)
}

/** Adds name, address, comment and link of a place. */
export const addPlace = (lines: TextLines, place: proto.Message.ILocationMessage) =>
  lines.add(place.name).add(place.address).add(place.comment).add(place.url)

/** Text of a product: title, description, price, link. */
export function productText(part: proto.Message.IProductMessage): string {
  const lines = new TextLines()
  addProduct(lines, part)
  return lines.toString()
}

function addProduct(lines: TextLines, { product, catalog, body, footer }: proto.Message.IProductMessage) {
  lines.add(catalog?.title).add(catalog?.description).add(catalog?.catalogImage?.caption)
  lines.add(product?.title).add(product?.description).add(product?.productImage?.caption)
  if (product) lines.add(money(product.currencyCode, product.salePriceAmount1000 ?? product.priceAmount1000))
  lines.add(product?.retailerId).add(product?.url).add(body).add(footer)
}

/** Text of an order: title, number of items and sum, the customer's words. */
export function orderText(part: proto.Message.IOrderMessage): string {
  const items = toNumber(part.itemCount)
  const sum = money(part.totalCurrencyCode, part.totalAmount1000)
  const head = [items > 0 && `${items} ×`, sum].filter(Boolean).join(' ')
  return new TextLines().add(part.orderTitle).add(head, '🛒 ').add(part.message).toString()
}

/** Currency and sum, of which thousandths are given; '' without both. */
export function money(currency: unknown, thousandths: unknown): string {
  const value = toNumber(thousandths)
  return [currency, value > 0 && amount(value, 1000)].filter(Boolean).join(' ')
}
