import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  # Django must be set up before its models are read

from heraut.web import bots, broadcast, clock, outbox  # noqa: E402
from heraut.web.asgi_middleware import BodyLimit, Proxies, Requests  # noqa: E402
from heraut.web.handler import Handler, prepare_types  # noqa: E402
from heraut.web.notices import dispatch  # noqa: E402
from heraut.web.priority import Lanes  # noqa: E402

application = Requests(Proxies(Lanes(BodyLimit(Handler())), settings.HERAUT_PROXIES, https=settings.HTTPS))

prepare_types()
clock.start()
bots.start()
outbox.start()
dispatch.start()
broadcast.listen()

# Games in memory are many small objects that last: looking through all of them for lost ones at the usual rate would
# take longer than the answers; what was loaded so far is never lost. Every connection that ends is lost that way, so it
# is done often enough for phones that come and go: some thousands of them.
# A thread that makes a page lets the others in after a tenth of a millisecond: the loop waits for that whenever it has
# sent something, and it sends something to a thousand phones.
sys.setswitchinterval(0.0001)
gc.set_threshold(10_000, 5, 10)
gc.freeze()
