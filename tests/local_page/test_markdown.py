"""Discord's markdown, line by line, as the page's own module sets it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.local_page.desk import Desk

SET = """async (text) => {
  const { blocks } = await import('/static/markdown.js');
  const names = { user: id => id === '7' ? 'Rook' : '', channel: id => id === '8' ? 'pit' : '' };
  const box = document.createElement('div');
  box.append(...blocks(text, names));
  for (const node of box.querySelectorAll('*')) {
    for (const { name } of [...node.attributes]) {
      if (!['href', 'start'].includes(name)) node.removeAttribute(name);
    }
  }
  return box.innerHTML;
}"""

CASES = [
    (
        "**b** *i* _i_ __u__ ~~s~~",
        "<p><strong>b</strong> <em>i</em> <em>i</em> <u>u</u> <s>s</s></p>",
    ),
    ("***both***", "<p><em><strong>both</strong></em></p>"),
    ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
    ("snake_case_word and 2 * 3 * 4", "<p>snake_case_word and 2 * 3 * 4</p>"),
    ("**open", "<p>**open</p>"),
    (r"\*not\* \<@7>", "<p>*not* &lt;@7&gt;</p>"),
    ("`**x**` ``a`b``", "<p><code>**x**</code> <code>a`b</code></p>"),
    ("**`*`**", "<p><strong><code>*</code></strong></p>"),
    ("```py\nx = 1\n```after", "<pre><code>x = 1</code></pre><p>after</p>"),
    ("# A\n## B\n### C\n#### D", "<h3>A</h3><h4>B</h4><h5>C</h5><p>#### D</p>"),
    ("-# small", "<p>small</p>"),
    ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
    (">>> a\nb", "<blockquote><p>a<br>b</p></blockquote>"),
    ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
    ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    (
        "<@7> <@!9> <#8>",
        "<p><span>@Rook</span> <span>@unknown-user</span> <button>#pit</button></p>",
    ),
    ("@everyone", "<p>@everyone</p>"),
    ("[x](https://a.example/b)", '<p><a href="https://a.example/b">x</a></p>'),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ("[x](data:text/html,1)", "<p>[x](data:text/html,1)</p>"),
    (
        "see https://a.example/b.",
        '<p>see <a href="https://a.example/b">https://a.example/b</a>.</p>',
    ),
    ("||no||", "<p><span><span>no</span></span></p>"),
    ("<b>&amp;</b>", "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"),
    ("<t:99999999999999:R>", "<p>&lt;t:99999999999999:R&gt;</p>"),
    ("<t:9999999999999:R>", "<p><span>a time out of range</span></p>"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "html"), CASES, ids=[text for text, _ in CASES])
async def test_markdown(sheet: Page, text: str, html: str) -> None:
    assert await sheet.evaluate(SET, text) == html


async def test_deep_and_unclosed_marks_are_set_in_time(sheet: Page) -> None:
    for text in ("*" * 4000, "**a " * 1000, "> " * 2000, "||" * 2000, "[" * 4000, "`" * 3999):
        assert await sheet.evaluate(SET, text)


async def test_a_spoiler_opens_by_key(desk: Desk) -> None:
    await desk.line.fill("it was ||Swerve||")
    await desk.line.press("Enter")
    spoiler = desk.last.locator(".spoiler")
    await expect(spoiler.locator(".spoiler-text")).to_be_hidden()
    await spoiler.focus()
    await desk.page.keyboard.press("Enter")
    await expect(spoiler.locator(".spoiler-text")).to_be_visible()
