import { MarkdownText, Principal, renderMessage } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { checkedContent } from '../../names/check-text.js';
import { MessageRenderer } from './message-renderer.js';

@Controller()
export class RenderingController {
  constructor(private readonly renderer: MessageRenderer) {}

  @Handles(renderMessage)
  async render(@Actor() actor: Principal, @Parameters() { content }: MarkdownText) {
    const { html } = await this.renderer.render(actor, checkedContent(content));
    return { rendered: html };
  }
}
