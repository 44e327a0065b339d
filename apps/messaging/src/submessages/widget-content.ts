import { ApiError, badRequest, Field, ListOf, objectOf, plainObject, RefuseUnknownFields } from '@chat/contracts';
import { parsedJson, widgetText } from './widget-json.js';

/** Bots of today add `"type": "multiple_choice"`. */
class FormChoice {
  @Field(widgetText) shortName!: string;
  @Field(widgetText) longName!: string;
  @Field(widgetText) reply!: string;
}

@RefuseUnknownFields()
class WidgetForm {
  @Field(widgetText) type!: string;
  @Field(widgetText) heading!: string;
  @ListOf(FormChoice) choices!: readonly FormChoice[];
}

@RefuseUnknownFields()
class WidgetPoll {
  @Field(widgetText) question!: string;
  @ListOf(widgetText) options!: readonly string[];
}

@RefuseUnknownFields()
class WidgetTodo {}

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
function knownWidget(value: unknown): Readonly<Record<string, unknown>> {
  const widget = plainObject(value, 'widget_content');
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
  const data = plainObject(extraData, 'extra_data');
  widgetText.check(widgetType, 'widget_type');
  if (widgetType === 'poll') objectOf(WidgetPoll).check(data, 'extra_data');
  else if (widgetType === 'todo') objectOf(WidgetTodo).check(data, 'extra_data');
  else if (widgetType === 'zform') checkForm(data);
  else throw badRequest(`unknown widget type: ${widgetType}`);
}

function checkForm(data: Readonly<Record<string, unknown>>): void {
  if (!Object.hasOwn(data, 'type')) throw badRequest('zform is missing type field');
  const { type } = data;
  if (type !== 'choices') throw badRequest(`unknown zform type: ${typeof type === 'string' ? type : typeof type}`);
  objectOf(WidgetForm).check(data, 'extra_data');
}
