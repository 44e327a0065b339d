import { ApiError, badRequest } from '@chat/contracts';
import { isListOf, isObjectOf, isObjectWith, isText, type JsonObject, memberIn, objectIn } from './json-checks.js';
import { parsedJson } from './parsed-json.js';

const isForm = isObjectOf({
  type: isText,
  heading: isText,
  // Bots of today add `"type": "multiple_choice"`.
  choices: isListOf(isObjectWith({ short_name: isText, long_name: isText, reply: isText })),
});
const isPoll = isObjectOf({ question: isText, options: isListOf(isText) });
const isTodo = isObjectOf({});

/** JSON text of the first submessage, from `widget_content` of a new message. Throws BAD_REQUEST unless it is a known widget. */
export function checkedWidget(widgetContent: string): string {
  const widget = parsedJson(widgetContent);
  if (widget === undefined) throw badRequest('Widgets: API programmer sent invalid JSON content');
  try {
    return JSON.stringify(knownWidget(widget));
  } catch (error) {
    throw error instanceof ApiError ? badRequest(`Widgets: ${error.message}`) : error;
  }
}

/** The two members of the widget, after all checks: deep nesting is refused before it is written again. */
function knownWidget(value: unknown): JsonObject {
  const widget = objectIn(value, 'widget_content');
  const [widgetType, extraData] = ['widget_type', 'extra_data'].map((key) => {
    if (!Object.hasOwn(widget, key)) throw badRequest(`${key} is not in widget_content`);
    return widget[key];
  });
  checkExtraData(widgetType, extraData);
  return { widget_type: widgetType, extra_data: extraData };
}

function checkExtraData(widgetType: unknown, extraData: unknown): void {
  // As `/todo` makes it.
  if (widgetType === 'todo' && extraData === null) return;
  const data = objectIn(extraData, 'extra_data');
  isText(widgetType, 'widget_type');
  if (widgetType === 'poll') isPoll(data, 'extra_data');
  else if (widgetType === 'todo') isTodo(data, 'extra_data');
  else if (widgetType === 'zform') checkForm(data);
  else throw badRequest(`unknown widget type: ${widgetType}`);
}

function checkForm(data: JsonObject): void {
  if (!Object.hasOwn(data, 'type')) throw badRequest('zform is missing type field');
  const type = memberIn(data, 'type', 'extra_data');
  if (type !== 'choices') throw badRequest(`unknown zform type: ${typeof type === 'string' ? type : typeof type}`);
  isForm(data, 'extra_data');
}
