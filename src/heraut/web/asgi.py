import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")

application = get_asgi_application()

from heraut.web import clock, decoders, worker  # noqa: E402  # Django must be set up before its models are read

decoders.prepare_all()
clock.start()
worker.start()

# Games in memory are many small objects that last: looking through all of them for lost ones at the usual rate would
# take longer than the answers; what was loaded so far is never lost.
gc.set_threshold(10_000, 250, 50)
gc.freeze()
